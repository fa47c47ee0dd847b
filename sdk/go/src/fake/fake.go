//go:build !wasm

// Package fake is a Unity for tests: imports answer what a test says, without a host.
package fake

import (
	"fmt"
	"reflect"
	"runtime"
)

var (
	// Log has the lines of the test, as `info: text`.
	Log []string
	// Progress counts how often a tool told how far it is.
	Progress int
	answers  map[string]any
)

// Unity begins a test: nothing answers, nothing was logged.
func Unity() { Log, Progress, answers = nil, 0, map[string]any{} }

// On has an import answered by a function of the test, of the same type: `fake.On(objects.ListObjects, func(…) … { … })`.
func On[F any](real F, answer F) {
	answers[runtime.FuncForPC(reflect.ValueOf(real).Pointer()).Name()] = answer
}

// Answer is what the imports of a test call.
func Answer[F any](name string) F {
	answer, known := answers[name].(F)
	if !known {
		panic(fmt.Sprintf("%s was called and has no answer; begin the test with `fake.Unity()` and write `fake.On(…)` for it", name))
	}
	return answer
}
