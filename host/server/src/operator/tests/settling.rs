//! Tests that a file is not applied while a program is still writing it, or after a program emptied it.

use super::super::file_stability::QUIET;
use super::*;
use std::time::{Duration, Instant};

const RULES: &str = "[policy]\nconfirm-by = \"person\"\n[bundles.time-scale]\ntools = { deny = [\"SetTimeScale\"] }\n";

impl Setup {
    fn waiting(text: &str) -> (Self, Instant) {
        let mut setup = Self::with_file(text);
        let operator = Arc::get_mut(&mut setup.operator).unwrap();
        operator.quiet = QUIET;
        (setup, Instant::now())
    }

    /// Checks the file at `millis` after `start`; returns the time until the next check.
    fn look_after(&self, start: Instant, millis: u64) -> Option<Duration> {
        self.operator.look_at(start + Duration::from_millis(millis))
    }

    fn write(&self, text: &str) {
        std::fs::write(self.file(), text).unwrap();
    }

    fn problems(&self) -> Vec<String> {
        self.operator.problems.all()
    }
}

#[test]
fn applies_a_file_only_after_it_has_stopped_changing() {
    let (setup, start) = Setup::waiting(RULES);
    // Truncated, then written in two steps: each step restarts the wait.
    setup.write("");
    assert_eq!(setup.look_after(start, 0), Some(QUIET));
    setup.write("[policy]\nallow-writes = true\n");
    assert_eq!(setup.look_after(start, 1000), Some(QUIET));
    assert_eq!(setup.look_after(start, 2400), Some(Duration::from_millis(100)));
    setup.write(&format!("{RULES}[policy.ceiling]\nallow-writes = true\n"));
    assert_eq!(setup.look_after(start, 2500), Some(QUIET));
    assert_eq!(
        setup.changes(),
        Vec::<String>::new(),
        "nothing of the two steps applied"
    );
    assert_eq!(setup.look_after(start, 4000), None);
    assert_eq!(
        setup.changes(),
        ["unity-tool-host.toml, revision 1: policy.ceiling.allow-writes: (not set) → true"]
    );
    // The same text again after a moment without one changes nothing and waits for nothing.
    let text = setup.text();
    setup.write("");
    assert_eq!(setup.look_after(start, 5000), Some(QUIET));
    setup.write(&text);
    assert_eq!(setup.look_after(start, 5100), None);
    assert_eq!(setup.changes(), Vec::<String>::new());
    assert_eq!(setup.problems(), Vec::<String>::new());
}

#[test]
fn reports_emptied_file_and_keeps_all_rules() {
    for emptied in ["", "# nothing here\n", "[policy]\n[bundles.time-scale.tools]\n"] {
        let (setup, start) = Setup::waiting(RULES);
        setup.write(emptied);
        setup.look_after(start, 0);
        assert_eq!(setup.problems(), Vec::<String>::new());
        assert_eq!(setup.look_after(start, 1500), None);
        assert_eq!(
            (setup.policy.load().revision, setup.take_notifications()),
            (1, (0, 0)),
            "{emptied:?}"
        );
        let problems = setup.problems().concat();
        assert!(
            problems.contains("sets no key, and the active configuration sets 2"),
            "{problems}"
        );
        // The same at the operator's signal and at a client's restart.
        setup.operator.reload();
        let refused = setup.restart(&PolicyChange::default()).unwrap_err();
        assert!(refused.to_string().contains("sets no key"), "{refused}");
        assert_eq!(
            (setup.policy.load().revision, setup.take_notifications()),
            (1, (0, 0)),
            "{emptied:?}"
        );
        // One key is enough to show that the change is intended.
        setup.write(LOG_ONLY);
        setup.operator.reload();
        assert_eq!((setup.policy.load().revision, setup.problems()), (2, Vec::new()));
    }
}

#[test]
fn rejects_client_changes_while_the_file_is_changing() {
    let (setup, _) = Setup::waiting("[policy]\npersist = true\nallow-writes = true\nconfirm-by = \"person\"\n");
    let cut = "[policy]\npersist = true\nallow-writes = true\n";
    setup.write(cut);
    for refused in [
        setup.restart(&PolicyChange::default()).unwrap_err(),
        setup.edit(&writes(false)).unwrap_err(),
    ] {
        assert!(matches!(&refused, PolicyEditError::NotWritten(why) if why.contains("call again in 2 s")));
    }
    assert_eq!((setup.policy.load().revision, setup.text()), (1, cut.to_owned()));
    // A restart with the active file needs no wait.
    setup.write("[policy]\npersist = true\nallow-writes = true\nconfirm-by = \"person\"\n");
    assert_eq!(setup.restart(&PolicyChange::default()).unwrap(), 2);
}

#[test]
fn reports_a_file_that_never_stops_changing() {
    let (setup, start) = Setup::waiting(RULES);
    for second in 0..=30 {
        assert_eq!(setup.problems(), Vec::<String>::new(), "{second}");
        setup.write(&format!("{RULES}{}", "# more\n".repeat(second + 1)));
        assert_eq!(setup.look_after(start, second as u64 * 1000), Some(QUIET));
    }
    assert!(
        setup.problems().concat().contains("has been changing for 30 s"),
        "{:?}",
        setup.problems()
    );
    assert_eq!(setup.look_after(start, 32_000), None);
    assert_eq!(setup.problems(), Vec::<String>::new());
}
