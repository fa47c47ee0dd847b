module my-tools

go 1.25

require unity_tools v0.0.0

replace unity_tools => ./.sdk/go
