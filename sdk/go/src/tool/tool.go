// Package tool turns functions into tools: `var _ = tool.Add("name", function, tool.About{…})`.
//
// Belongs here: declarations and errors of tools. Does not: schemas (schema.go), calls (call.go).
package tool

import (
	"fmt"
	shared "unity_tools/imports/unity_tools_shared_types"
	types "unity_tools/wit/types"
)

// About describes a tool; a model chooses it by the description.
type About struct {
	Description string
	Title       string
	Category    string
	Notes       string
	Examples    []string // JSON objects of arguments
	Effect      Effect   // the default is Read
	Needs       []string
	DryRun      string // the bool argument that makes it only report its changes
}

// Effect is the effect of a tool; the host enforces it.
type Effect string

const (
	Read             Effect = "read"
	Write            Effect = "write"
	WriteUnconfirmed Effect = "write-unconfirmed"
	Destructive      Effect = "destructive"
	Code             Effect = "code"
	Config           Effect = "config"
)

type added struct {
	name          string
	about         About
	input, output *schema
	call          func(given []byte) ([]byte, error)
}

var all []*added

// Add turns a function into a tool. Its arguments and its answer are structs, whose fields are described by the tags `json` (the
// name), `about`, `min`, `max`, `default` and `enum`. A pointer is optional.
func Add[Given, Answer any](name string, run func(Call, Given) (Answer, error), about About) struct{} {
	input, output := schemaOf[Given](name), schemaOf[Answer](name)
	all = append(all, &added{name, about, input, output, func(text []byte) ([]byte, error) {
		given, err := taken[Given](input, text)
		if err != nil {
			return nil, err
		}
		answer, err := run(Call{}, given)
		if err != nil {
			return nil, err
		}
		return written(output, answer)
	}})
	return struct{}{}
}

// Error is a failure with its kind, one sentence, and a hint.
type Error struct {
	Told shared.Error
}

func (e *Error) Error() string { return e.Told.Message }

// Hint adds a hint.
func (e *Error) Hint(format string, words ...any) *Error {
	e.Told.Hint = types.Some(fmt.Sprintf(format, words...))
	return e
}

// NotFound: the arguments refer to something that does not exist (any more).
func NotFound(format string, words ...any) *Error {
	return Fail(shared.MakeErrorKindNotFound(), format, words...)
}

// InvalidArgument: a value is wrong; name it, its value and the expected value.
func InvalidArgument(format string, words ...any) *Error {
	return Fail(shared.MakeErrorKindInvalidArgument(), format, words...)
}

// Fail is a failure of any kind.
func Fail(kind shared.ErrorKind, format string, words ...any) *Error {
	return &Error{shared.Error{Kind: kind, Message: fmt.Sprintf(format, words...)}}
}

// Ask unpacks the result of an import: `found, err := tool.Ask(objects.ListObjects(filter, page))`. An error of Unity is unchanged.
func Ask[T any](answer types.Result[T, shared.Error]) (T, error) {
	if answer.IsErr() {
		var none T
		return none, &Error{answer.Err()}
	}
	return answer.Ok(), nil
}

// Some is a value for an optional parameter of an import.
func Some[T any](value T) types.Option[T] { return types.Some(value) }
