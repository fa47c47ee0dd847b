//! Describes a Unity editor that has the project open although the folder answers: it is not linked to this host.

use super::Session;
use host_bridge::{LogTail, Reply};
use unity_files::lock_reason;

/// Maximum number of compiler errors that the description lists.
const ERRORS: u32 = 3;

/// Text that every error of the C# compiler contains.
const COMPILER: &str = "error CS";

impl Session {
    /// Returns problems for the project information: that an editor has the project open, and its compiler errors.
    pub(super) fn unlinked_editor(&mut self) -> Vec<String> {
        let Some(why) = lock_reason(self.library.project().root()) else {
            return Vec::new();
        };
        let open = format!(
            "a Unity editor has the project open, or a crash left its lock ({why}). This answer is from the saved files, without its \
             unsaved changes. An editor with the package com.unity-tools.bridge links to this host by itself"
        );
        let mut problems = vec![open];
        // The caller of the log gets these notes.
        let _ = self.look_at_editor_log();
        let wanted = LogTail {
            count: ERRORS,
            min_level: Some("error"),
            source: Some("unity"),
            text: Some(COMPILER),
            max_bytes: 4096,
        };
        if let Reply::Logs { lines, .. } = self.log.tail(&wanted).reply
            && !lines.is_empty()
        {
            problems.push(
                "the log of the editor has compiler errors. While scripts do not compile, an editor can be in Safe Mode, which loads no \
                 package: repair the scripts, then the editor links"
                    .to_owned(),
            );
            problems.extend(lines.into_iter().map(|line| line.message));
        }
        problems
    }
}
