package tool

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"
	shared "unity_tools/imports/unity_tools_shared_types"
)

const atFault = "the tool is at fault; the host's log says where"

// Call is the context of a call: progress and log lines.
type Call struct{}

func (Call) Debug(format string, words ...any)   { tell("debug", fmt.Sprintf(format, words...)) }
func (Call) Info(format string, words ...any)    { tell("info", fmt.Sprintf(format, words...)) }
func (Call) Warning(format string, words ...any) { tell("warning", fmt.Sprintf(format, words...)) }

// Progress reports the progress of the call; `total` is 0 if unknown.
func (Call) Progress(done, total float64, message string) { report(done, total, message) }

// Run calls a tool by its name with a JSON object, and returns its answer as JSON. A panic becomes an error; its stack is logged.
func Run(name, arguments string) (answer string, err error) {
	var names []string
	for _, one := range all {
		if one.name != name {
			names = append(names, one.name)
			continue
		}
		defer func() {
			if why := recover(); why != nil {
				tell("error", fmt.Sprintf("%s panicked: %v\n%s", name, why, debug.Stack()))
				err = Fail(shared.MakeErrorKindInternal(), "%s panicked: %v", name, why).Hint(atFault)
			}
		}()
		text, err := one.call([]byte(arguments))
		return string(text), told(name, err)
	}
	return "", Fail(shared.MakeErrorKindNotFound(), "this bundle has no tool %s", name).Hint("call %s", strings.Join(names, ", "))
}

// Any other error counts as a bug of the tool itself.
func told(name string, err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		if known != nil {
			return known
		}
		return nil
	}
	tell("error", fmt.Sprintf("%s failed: %v", name, err))
	failed := Fail(shared.MakeErrorKindInternal(), "%s failed: %v", name, err)
	var outside *fs.PathError
	if errors.As(err, &outside) {
		return failed.Hint("a component has no files: what it reads of the project comes by imports that wit/world.wit names, or by its arguments")
	}
	return failed.Hint(atFault)
}
