//! Which path names the script that Unity runs at start, however it is spelled.

const STARTUP: &str = "startup.cs";

/// True for every spelling that some file system takes for the startup script: another case, dots and blanks at the end, a
/// stream, a short name. Writing there plants code; a false alarm in another folder costs only another name.
pub(crate) fn is_startup(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.split(':').next().unwrap_or(name).trim_end_matches(['.', ' ']);
    let name = name.trim_start().to_lowercase();
    name == STARTUP || name.starts_with("startu~")
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
        ] {
            assert!(is_startup(path), "{path}");
        }
        for path in [
            "startup.disabled.cs",
            "my-startup.cs",
            "startup",
            "startup.cs/a.cs",
            "a.cs",
        ] {
            assert!(!is_startup(path), "{path}");
        }
    }
}
