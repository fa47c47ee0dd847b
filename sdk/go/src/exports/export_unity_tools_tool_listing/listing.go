// Package export_unity_tools_tool_listing returns the listing of the bundle to the host.
package export_unity_tools_tool_listing

import (
	listing "unity_tools/imports/unity_tools_tool_listing"
	"unity_tools/tool"
)

func ListTools() []listing.Tool             { return tool.List() }
func ListResources() []listing.ResourceInfo { return nil }
func ListPrompts() []listing.Prompt         { return nil }
