//! The bundle `time-scale`: tools that read and set the speed of game time.
//!
//! Belongs here: the list of the bundle's tools, and the answer of both tools.

mod get_time_scale;
mod set_time_scale;

use unity_tools::output;
use unity_tools::unity::time_scale::Scale;

unity_tools::bundle![get_time_scale::get_time_scale, set_time_scale::set_time_scale];

/// The current time scale, which the tools that get and set it return.
#[output]
pub(crate) struct TimeScale {
    /// Always true; a failure is an error.
    ok: bool,
    /// Time scale from 0 to 4; 1 is real time.
    value: f64,
    /// True if the game's own writes cannot change it.
    locked: bool,
}

impl From<Scale> for TimeScale {
    fn from(scale: Scale) -> Self {
        Self {
            ok: true,
            value: scale.value,
            locked: scale.locked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BUNDLE_TOOLS, Scale, TimeScale};
    use unity_tools::Effect;
    use unity_tools::export::list_tools;

    #[test]
    fn only_set_time_scale_has_the_write_effect() {
        let tools = list_tools(BUNDLE_TOOLS);
        assert_eq!(
            (tools[0].name.as_str(), tools[0].effect.clone()),
            ("GetTimeScale", Effect::Read)
        );
        assert_eq!(
            (tools[1].name.as_str(), tools[1].effect.clone()),
            ("SetTimeScale", Effect::Write)
        );
        assert!(!tools[1].input_schema.contains("confirm"), "the host adds it");
    }

    #[test]
    fn serializes_time_scale_in_the_expected_format() {
        let scale = Scale {
            value: 0.5,
            locked: true,
        };
        let written = serde_json::to_string(&TimeScale::from(scale)).unwrap();
        assert_eq!(written, r#"{"ok":true,"value":0.5,"locked":true}"#);
    }
}
