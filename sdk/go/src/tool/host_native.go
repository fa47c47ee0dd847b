//go:build !wasm

package tool

import "unity_tools/fake"

func tell(level, text string) { fake.Log = append(fake.Log, level+": "+text) }

func report(_, _ float64, _ string) { fake.Progress++ }
