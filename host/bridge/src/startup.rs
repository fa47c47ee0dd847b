//! Recognition of paths that name the startup script, in every spelling.

/// Why a write or deletion of the startup script counts as running code, and the hint what to do instead.
const STARTUP: [&str; 2] = ["startup.cs", "startup.disabled.cs"];

/// Reason and hint for a call that writes or deletes the startup script like any other script.
pub(crate) const WHY_CODE: (&str, &str) = (
    "this is the startup script, enabled or not: changing it is code for Unity's next start",
    "use WriteStartupScript, or SetStartupScriptEnabled to switch it off; both need `enable-console-eval`",
);

/// Returns true for every spelling that some file system accepts for the startup script: another case, dots and blanks
/// at the end, an NTFS stream, a short 8.3 name. A false positive only forces the caller to choose another name.
pub(crate) fn is_startup(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.split(':').next().unwrap_or(name).trim_end_matches(['.', ' ']);
    // Converted twice, because some letters beyond ASCII map to an ASCII letter only in upper case.
    let name = name.trim_start().to_uppercase().to_lowercase();
    STARTUP.contains(&name.as_str()) || name.starts_with("startu~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_startup_script_in_any_spelling_and_no_other_script() {
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
