module unity_tools

go 1.25
