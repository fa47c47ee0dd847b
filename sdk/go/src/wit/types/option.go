package wit_types

// Tags of an option, as bindings compare them.
const (
	OptionNone uint8 = iota
	OptionSome
)

// Option is a value or nothing; as Go makes it, it is nothing.
type Option[T any] struct {
	is   bool
	held T
}

// Some holds a value.
func Some[T any](held T) Option[T] { return Option[T]{is: true, held: held} }

// None holds nothing.
func None[T any]() (none Option[T]) { return }

// Tag says which of the two it is.
func (o Option[T]) Tag() uint8 {
	if o.is {
		return OptionSome
	}
	return OptionNone
}

// Some is the value; who reads what is not there is told.
func (o Option[T]) Some() T {
	if !o.is {
		panic("an option was read that holds nothing: ask Tag() first")
	}
	return o.held
}
