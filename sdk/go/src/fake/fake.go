//go:build !wasm

// Package fake is a fake Unity for tests: the test sets the answers of imports, without a host.
package fake

import (
	"fmt"
	"reflect"
	"runtime"
)

var (
	// Log contains the log lines of the test, such as `info: text`.
	Log []string
	// Progress counts the progress reports of tools.
	Progress int
	answers  map[string]any
)

// Unity begins a test: it clears all answers and log lines.
func Unity() { Log, Progress, answers = nil, 0, map[string]any{} }

// On lets a function of the test with the same type answer an import: `fake.On(objects.ListObjects, func(…) … { … })`.
func On[F any](real F, answer F) {
	answers[runtime.FuncForPC(reflect.ValueOf(real).Pointer()).Name()] = answer
}

// Answer is called by the imports in a test.
func Answer[F any](name string) F {
	answer, known := answers[name].(F)
	if !known {
		panic(fmt.Sprintf("%s was called and has no answer; begin the test with `fake.Unity()` and write `fake.On(…)` for it", name))
	}
	return answer
}
