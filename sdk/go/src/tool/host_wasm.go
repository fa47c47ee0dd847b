package tool

import (
	"runtime/debug"
	log "unity_tools/imports/unity_tools_host_log"
	progress "unity_tools/imports/unity_tools_host_progress"
	types "unity_tools/wit/types"
)

// Limits the stack, so that endless recursion is reported before it uses all memory.
func init() { debug.SetMaxStack(16 << 20) }

var levels = map[string]log.Level{"debug": log.Level_Debug, "info": log.Level_Info, "warning": log.Level_Warning, "error": log.Level_Error}

func tell(level, text string) { log.Write(levels[level], types.None[string](), text) }

func report(done, total float64, message string) {
	known := types.None[float64]()
	if total > 0 {
		known = types.Some(total)
	}
	progress.Report(done, known, maybe(message))
}
