package wit_types

// Tags of a result, as bindings compare them.
const (
	ResultOk uint8 = iota
	ResultErr
)

// Result is the result of a function, or its error.
type Result[T, E any] struct {
	gave   T
	failed *E
}

// Ok is a success.
func Ok[T, E any](gave T) Result[T, E] { return Result[T, E]{gave: gave} }

// Err is a failure.
func Err[T, E any](reason E) Result[T, E] { return Result[T, E]{failed: &reason} }

// IsErr returns whether it is a failure.
func (r Result[T, E]) IsErr() bool { return r.failed != nil }

// Tag returns which of the two it is.
func (r Result[T, E]) Tag() uint8 {
	if r.IsErr() {
		return ResultErr
	}
	return ResultOk
}

// Ok returns the result; it panics for a failure.
func (r Result[T, E]) Ok() T {
	if r.IsErr() {
		panic("a result was read that is an error: ask IsErr() first")
	}
	return r.gave
}

// Err returns the error; it panics for a success.
func (r Result[T, E]) Err() E {
	if !r.IsErr() {
		panic("an error was read of a result that is none: ask IsErr() first")
	}
	return *r.failed
}
