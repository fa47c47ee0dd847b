// Package export_unity_tools_tool_tools receives the host's calls of tools.
package export_unity_tools_tool_tools

import (
	"errors"
	shared "unity_tools/imports/unity_tools_shared_types"
	tools "unity_tools/imports/unity_tools_tool_tools"
	"unity_tools/tool"
	types "unity_tools/wit/types"
)

func CallTool(call tools.Call) types.Result[tools.ToolResult, shared.Error] {
	answer, err := tool.Run(call.Name, call.Arguments)
	var told *tool.Error
	if errors.As(err, &told) {
		return types.Err[tools.ToolResult](told.Told)
	}
	return types.Ok[tools.ToolResult, shared.Error](tools.ToolResult{Structured: types.Some(answer)})
}
