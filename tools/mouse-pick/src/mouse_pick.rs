//! The tool `MousePick`, which finds the object under a point of the screen.

use crate::point::{Args, Mode};
use crate::result::{PickResult, no_point_result, reply};
use unity_tools::prelude::*;
use unity_tools::unity::pick::{self, Aim, Viewer};

/// Find what is under the pointer or a point: the first collider, or the UI. For all colliders call raycast.
#[tool(
    name = "MousePick",
    title = "Mouse pick",
    category = "pick",
    example = r#"{"mode": "ui", "x": 0.5, "y": 0.5, "normalized": true}"#,
    needs = Scene
)]
pub(crate) fn mouse_pick(#[arguments] args: Args) -> Result<Reply<PickResult>> {
    let at = args.point();
    let picked = match args.mode {
        Mode::World => pick::pick_world(&Aim::Screen(at), &Viewer::default()),
        Mode::Ui => pick::pick_ui(at, &Viewer::default()),
    };
    match picked.map_err(ToolError::from) {
        Ok(picked) => {
            let reply = reply(args.mode, &at, picked);
            Ok(match args.clamped() {
                Some(note) => reply.note(note),
                None => reply,
            })
        }
        // The pointer has no position, so nothing is under it.
        Err(error) if error.kind == ErrorKind::NotReady && at.x.is_none() && at.y.is_none() => {
            Ok(no_point_result(args.mode, &error))
        }
        Err(error) => Err(error),
    }
}
