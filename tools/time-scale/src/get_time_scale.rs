//! The tool `GetTimeScale`, which returns Unity's time scale.

use crate::TimeScale;
use unity_tools::prelude::*;
use unity_tools::unity::time_scale;

/// Return the time scale and whether it is locked.
#[tool(name = "GetTimeScale", title = "Get time scale", category = "time")]
pub(crate) fn get_time_scale() -> Result<TimeScale> {
    Ok(TimeScale::from(time_scale::get()?))
}
