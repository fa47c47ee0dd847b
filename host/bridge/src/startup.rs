//! Which paths name the script that Unity runs at start, however they are spelled.

/// Enabled and disabled: a rename makes the one the other, so text in either is code for the next start.
const STARTUP: [&str; 2] = ["startup.cs", "startup.disabled.cs"];

/// Said where it is written or deleted like any other script: message and hint.
pub(crate) const WHY_CODE: (&str, &str) = (
    "this is the startup script, enabled or not: changing it is code for Unity's next start",
    "use WriteStartupScript, or SetStartupScriptEnabled to switch it off; both need `enable-console-eval`",
);

/// True for every spelling that some file system takes for the startup script: another case, dots and blanks at the end, a
/// stream, a short name. Writing there plants code; a false alarm in another folder costs only another name.
pub(crate) fn is_startup(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.split(':').next().unwrap_or(name).trim_end_matches(['.', ' ']);
    // Both ways: some letters beyond ASCII fold to one within it only when they become large.
    let name = name.trim_start().to_uppercase().to_lowercase();
    STARTUP.contains(&name.as_str()) || name.starts_with("startu~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_found_and_other_scripts_are_not() {
        for path in [
            "startup.cs",
            "STARTUP.CS",
            "./startup.cs",
            "a/../Startup.cs",
            "a\\startup.cs",
            "/data/scripts/startup.cs",
            "startup.cs.",
            "startup.cs ",
            "startup.cs::$DATA",
            "STARTU~1.CS",
            "\u{17f}tartup.cs",
            "startup.disabled.cs",
            "./STARTUP.Disabled.CS",
            "a\\startup.disabled.cs ",
        ] {
            assert!(is_startup(path), "{path}");
        }
        for path in [
            "startup.enabled.cs",
            "my-startup.cs",
            "startup",
            "startup.cs/a.cs",
            "a.cs",
        ] {
            assert!(!is_startup(path), "{path}");
        }
    }
}
