//! Recognizes lines of stack traces in the editor's log. A stack trace follows the message to which it belongs.

/// Returns true if `line` belongs to a stack trace. `in_trace`: the line before it does, or begins an exception.
pub(super) fn belongs(line: &str, in_trace: bool) -> bool {
    is_logging_frame(line)
        || is_of_exception(line)
        || is_native(line)
        || (is_managed(line) && (in_trace || line.contains(" (at ")))
}

/// True for a line such as `(Filename: Assets/A.cs Line: 12)`, which contains the source of the message above it.
pub(super) fn is_place(line: &str) -> bool {
    line.starts_with("(Filename: ") && line.ends_with(')')
}

/// Returns the level of a logging call in a stack trace, such as `UnityEngine.Debug:LogError`; otherwise `None`.
pub(super) fn level_of_call(frame: &str) -> Option<&'static str> {
    let call = frame.strip_prefix("UnityEngine.Debug:")?;
    let name = call.split([' ', '(']).next()?;
    match name {
        "LogError" | "LogErrorFormat" | "LogException" | "LogAssertion" | "LogAssertionFormat" => Some("error"),
        "LogWarning" | "LogWarningFormat" => Some("warn"),
        _ => None,
    }
}

fn is_logging_frame(line: &str) -> bool {
    let types = ["Debug:", "StackTraceUtility:", "DebugLogHandler:", "Logger:"];
    line.strip_prefix("UnityEngine.")
        .is_some_and(|call| types.iter().any(|name| call.starts_with(name)))
}

/// True for a frame of an exception, such as `  at A.B () [0x00001] in <0f0f>:0`, and for a line between its parts.
fn is_of_exception(line: &str) -> bool {
    let text = line.trim_start();
    (text.len() < line.len() && (text.starts_with("at ") || text.starts_with("--- End of ")))
        || line.starts_with("Rethrow as ")
}

/// True for a frame of native code, such as `0x00007ff6a1b2c3d4 (Unity) StackWalker::GetCurrentCallstack`.
fn is_native(line: &str) -> bool {
    let digits = line.strip_prefix("0x").and_then(|rest| rest.split_once(" ("));
    digits.is_some_and(|(digits, _)| digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// True for a frame of C# code: `Game.Door:Open (bool) (at Assets/Door.cs:7)`, or `Game.Door.Open () (at …)` below an
/// exception.
fn is_managed(line: &str) -> bool {
    let line = line.strip_prefix("(wrapper managed-to-native) ").unwrap_or(line);
    let Some((method, rest)) = line.split_once(" (").or_else(|| line.split_once('(')) else {
        return false;
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.+:<>|`[],/&*".contains(&byte) || !byte.is_ascii();
    let behind = rest.split_once(')').map(|(_, behind)| behind);
    let is_end = behind.is_some_and(|it| it.is_empty() || it.starts_with(" (at ") || it.starts_with(" [0x"));
    is_end && method.contains([':', '.']) && method.bytes().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_stack_frames_from_messages() {
        for (line, alone, behind_one) in [
            ("UnityEngine.Debug:Log (object)", true, true),
            ("UnityEngine.Logger:Log(LogType, Object)", true, true),
            ("  at Game.Door.Open () [0x00001] in <0f>:0", true, true),
            ("  --- End of inner exception stack trace ---", true, true),
            ("Rethrow as TypeInitializationException: x", true, true),
            ("0x00007ff6a1b2c3d4 (Unity) StackWalker::Get", true, true),
            ("Game.Door:Open (bool) (at Assets/Door.cs:7)", true, true),
            ("Game.Door:<Open>b__0|1_2 ()", false, true),
            ("System.Action`1<int>:Invoke (int)", false, true),
            ("Game.Tür.Öffne () (at Assets/T.cs:1)", true, true),
            ("(wrapper managed-to-native) Game.Door:Open ()", false, true),
            ("at the door", false, false),
            ("0xff (Unity) x", false, false),
            ("Assets/A.cs(3,5): error CS0103: no x", false, false),
            ("Door opened (by hand)", false, false),
            ("Loaded: all (3)", false, false),
            ("Opened (by hand)", false, false),
            ("", false, false),
        ] {
            assert_eq!(
                (belongs(line, false), belongs(line, true)),
                (alone, behind_one),
                "{line}"
            );
        }
        assert!(is_place("(Filename: Assets/A.cs Line: 12)") && !is_place("(Filename: x"));
    }
}
