//! The tool `frame_stats`, which measures the costs of the last frames.

use crate::clock::Clock;
use unity_tools::prelude::*;
use unity_tools::unity::play;

/// The costs of the last frames, which the tool `frame_stats` returns.
#[output]
pub(crate) struct Costs {
    frames: u32,
    median_ms: f64,
    p95_ms: f64,
    longest_ms: f64,
    /// Median milliseconds on the main thread, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    main_thread_ms: Option<f64>,
    /// Average bytes of garbage per frame, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    garbage_bytes: Option<u32>,
    clock: Clock,
}

/// Rounds a duration in milliseconds to whole microseconds, because further digits are noise.
fn short(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

fn costs(stats: play::FrameStats, clock: play::Clock) -> Costs {
    Costs {
        frames: stats.frames,
        median_ms: short(stats.median),
        p95_ms: short(stats.p95),
        longest_ms: short(stats.longest),
        main_thread_ms: stats.main_thread.map(short),
        garbage_bytes: stats.garbage,
        clock: clock.into(),
    }
}

/// Measure the last frames of the running game: median, 95th percentile and longest in milliseconds, garbage; and game
/// time now. Use it before and after a change for performance.
#[tool(category = "play", needs = Play, example = r#"{"frames": 120}"#)]
pub(crate) fn frame_stats(
    #[default(300)]
    #[schemars(range(min = 1, max = 1000))]
    frames: u32,
) -> Result<Costs> {
    let stats = play::stats(frames)?;
    Ok(costs(stats, play::get_clock()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omits_unknown_frame_stats() {
        let stats = play::FrameStats {
            frames: 3,
            median: 16.66666,
            p95: 20.0,
            longest: 48.0,
            main_thread: None,
            garbage: Some(12),
        };
        let clock = play::Clock {
            frame: 7,
            time: 0.5,
            fixed_time: 0.48,
            fixed_step: 0.02,
            frozen: false,
        };
        let written = serde_json::to_value(costs(stats, clock)).unwrap();
        assert_eq!(
            (&written["median_ms"], &written["garbage_bytes"]),
            (&16.667.into(), &12.into())
        );
        assert!(written.get("main_thread_ms").is_none());
        assert_eq!(written["clock"]["frame"], 7);
    }
}
