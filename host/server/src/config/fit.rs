//! Warns about pairs of values that contradict each other, so that one of them has no effect. Pure functions.
//!
//! This module returns one warning for each pair. `settings` and `room` reject invalid values.

use super::settings::Settings;
use super::units::{show_duration, show_size};
use host_api::CallLimits;

/// Returns a warning for each pair of values that contradict each other, for `--check` and the log.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let mut found = Vec::new();
    check_calls("limits", &settings.limits, settings.total_memory, &mut found);
    for (id, bundle) in &settings.bundles {
        if let Some(limits) = &bundle.limits {
            check_calls(
                &format!("bundles.{id}.limits"),
                limits,
                settings.total_memory,
                &mut found,
            );
        }
    }
    found.extend(check_drain(settings));
    found.extend(check_pipeline(settings));
    found
}

/// Returns a warning if `unity.pipeline` is on and `unity.live` is off: then the host has no target with an editor.
fn check_pipeline(settings: &Settings) -> Option<String> {
    let is_ineffective = settings.pipeline && !settings.live;
    is_ineffective.then(|| {
        "`unity.pipeline` is true and `unity.live` is false: commands of Pipeline are not listed; set `unity.live` to true"
            .to_owned()
    })
}

/// Returns a warning if `server.drain` is shorter than the longest deadline of a call: a call that starts just before a
/// shutdown may need its whole deadline.
fn check_drain(settings: &Settings) -> Option<String> {
    let of_bundles = settings.bundles.iter().filter_map(|(id, bundle)| {
        let limits = bundle.limits.as_ref()?;
        Some((format!("bundles.{id}.limits"), limits.deadline))
    });
    let general = ("limits".to_owned(), settings.limits.deadline);
    let (section, longest) = std::iter::once(general)
        .chain(of_bundles)
        .max_by_key(|(_, deadline)| *deadline)?;
    let drain = settings.server.drain;
    if drain >= longest {
        return None;
    }
    Some(format!(
        "`server.drain` is \"{}\", and `{section}.deadline` allows calls of \"{}\": a shutdown cuts them off; raise the \
         first to at least the second",
        show_duration(drain),
        show_duration(longest)
    ))
}

fn check_calls(section: &str, limits: &CallLimits, total_memory: usize, found: &mut Vec<String>) {
    let size = |bytes: usize| show_size(u64::try_from(bytes).unwrap_or(u64::MAX));
    if limits.memory > total_memory {
        found.push(format!(
            "`{section}.memory` is \"{}\", and all guests together get no more than `limits.total-memory` = \"{}\": \
             no call can reach its limit; lower the first or raise the second",
            size(limits.memory),
            size(total_memory)
        ));
    }
    if limits.compute > limits.deadline {
        found.push(format!(
            "`{section}.compute` is \"{}\", and `{section}.deadline` = \"{}\" ends every call before that; raise the \
             deadline, or lower the compute time",
            show_duration(limits.compute),
            show_duration(limits.deadline)
        ));
    }
    if limits.longest < limits.deadline {
        found.push(format!(
            "`{section}.longest-call` is \"{}\", and `{section}.deadline` is \"{}\": progress extends no call; raise the \
             first above the second",
            show_duration(limits.longest),
            show_duration(limits.deadline)
        ));
    }
    if limits.page > limits.result {
        found.push(format!(
            "`{section}.page` is \"{}\", and a result of more than `{section}.result` = \"{}\" is refused: full pages \
             never arrive; lower the first or raise the second",
            size(limits.page),
            size(limits.result)
        ));
    }
    if limits.arguments.saturating_add(limits.result) > limits.memory {
        found.push(format!(
            "`{section}.memory` is \"{}\", which cannot hold arguments of `{section}.arguments` = \"{}\" with a result of \
             `{section}.result` = \"{}\"; raise the memory, or lower the others",
            size(limits.memory),
            size(limits.arguments),
            size(limits.result)
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Configuration, Sources};
    use std::path::Path;

    fn warnings(pairs: &[(&'static str, &'static str)]) -> Vec<String> {
        let sources = Sources::from_flags(Path::new("/"), pairs.iter().copied());
        Configuration::read(&sources).expect("each is allowed").warnings()
    }

    #[test]
    fn warns_about_pipeline_without_running_instances() {
        let told = warnings(&[("unity.pipeline", "true")]);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("`unity.pipeline` is true") && told[0].contains("`unity.live`"));
        let both = [("unity.pipeline", "true"), ("unity.live", "true")];
        assert_eq!(warnings(&both), Vec::<String>::new());
    }

    #[test]
    fn warns_about_conflicting_limits_with_both_values() {
        assert_eq!(warnings(&[]), Vec::<String>::new(), "the defaults fit");
        for (pairs, parts) in [
            (
                &[("limits.memory", "128MiB"), ("limits.total-memory", "64MiB")][..],
                ["`limits.memory` is \"128MiB\"", "`limits.total-memory` = \"64MiB\""],
            ),
            (
                &[("bundles.a.limits.memory", "2GiB")],
                [
                    "`bundles.a.limits.memory` is \"2GiB\"",
                    "`limits.total-memory` = \"1GiB\"",
                ],
            ),
            (
                &[("limits.deadline", "5s")],
                ["`limits.compute` is \"10s\"", "`limits.deadline` = \"5s\""],
            ),
            (
                &[("server.drain", "10s")],
                ["`server.drain` is \"10s\"", "`limits.deadline` allows calls of \"30s\""],
            ),
            (
                &[("bundles.a.limits.deadline", "2m")],
                [
                    "`server.drain` is \"35s\"",
                    "`bundles.a.limits.deadline` allows calls of \"2m\"",
                ],
            ),
            (
                &[("limits.longest-call", "20s")],
                ["`limits.longest-call` is \"20s\"", "`limits.deadline` is \"30s\""],
            ),
            (
                &[("limits.page", "2MiB")],
                ["`limits.page` is \"2MiB\"", "`limits.result` = \"1MiB\""],
            ),
            (
                &[("limits.memory", "1MiB")],
                ["`limits.memory` is \"1MiB\"", "`limits.arguments` = \"1MiB\""],
            ),
        ] {
            let told = warnings(pairs);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(parts.iter().all(|part| told[0].contains(part)), "{told:?}");
        }
    }
}
