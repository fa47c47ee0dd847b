package wit_types

// Tuples by the number of their fields, which bindings call F0, F1 and so on.
type (
	Tuple1[A any] struct {
		F0 A
	}
	Tuple2[A, B any] struct {
		F0 A
		F1 B
	}
	Tuple3[A, B, C any] struct {
		F0 A
		F1 B
		F2 C
	}
	Tuple4[A, B, C, D any] struct {
		F0 A
		F1 B
		F2 C
		F3 D
	}
	Tuple5[A, B, C, D, E any] struct {
		F0 A
		F1 B
		F2 C
		F3 D
		F4 E
	}
	Tuple6[A, B, C, D, E, F any] struct {
		F0 A
		F1 B
		F2 C
		F3 D
		F4 E
		F5 F
	}
	Tuple7[A, B, C, D, E, F, G any] struct {
		F0 A
		F1 B
		F2 C
		F3 D
		F4 E
		F5 F
		F6 G
	}
	Tuple8[A, B, C, D, E, F, G, H any] struct {
		F0 A
		F1 B
		F2 C
		F3 D
		F4 E
		F5 F
		F6 G
		F7 H
	}
)
