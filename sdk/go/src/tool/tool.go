// Package tool makes tools of functions: `var _ = tool.Add("name", function, tool.About{…})`.
//
// Belongs here: declaring, and how a tool fails. Does not: schemas (schema.go), calls (call.go).
package tool

import (
	"fmt"
	shared "unity_tools/imports/unity_tools_shared_types"
	types "unity_tools/wit/types"
)

// About says what a tool is; a model chooses it by the description.
type About struct {
	Description string
	Title       string
	Category    string
	Notes       string
	Examples    []string // JSON objects of arguments
	Effect      Effect   // Read where none is given
	Needs       []string
	DryRun      string // the bool argument with which it only tells what it would do
}

// Effect is what a tool may do; the host holds it to that.
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

// Add makes a tool of a function. What it is given and answers are structs: their fields are listed by the tags `json` (the name),
// `about`, `min`, `max`, `default` and `enum`. A pointer may be absent.
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

// Error is a failure with its kind, one sentence, and what to do about it.
type Error struct {
	Told shared.Error
}

func (e *Error) Error() string { return e.Told.Message }

// Hint adds what to do about it.
func (e *Error) Hint(format string, words ...any) *Error {
	e.Told.Hint = types.Some(fmt.Sprintf(format, words...))
	return e
}

// NotFound: what the arguments name does not exist (any more).
func NotFound(format string, words ...any) *Error {
	return Fail(shared.MakeErrorKindNotFound(), format, words...)
}

// InvalidArgument: a value is wrong; say which, what it was and what would be right.
func InvalidArgument(format string, words ...any) *Error {
	return Fail(shared.MakeErrorKindInvalidArgument(), format, words...)
}

// Fail is a failure of any kind.
func Fail(kind shared.ErrorKind, format string, words ...any) *Error {
	return &Error{shared.Error{Kind: kind, Message: fmt.Sprintf(format, words...)}}
}

// Ask unpacks what an import answers: `found, err := tool.Ask(objects.ListObjects(filter, page))`. Its error stays as Unity says it.
func Ask[T any](answer types.Result[T, shared.Error]) (T, error) {
	if answer.IsErr() {
		var none T
		return none, &Error{answer.Err()}
	}
	return answer.Ok(), nil
}

// Some is a value that is given to an import.
func Some[T any](value T) types.Option[T] { return types.Some(value) }
