//! Implements the WIT interface `unity-tools:unity/pick`: finds the objects under a point of the screen.

use crate::bindings::current::unity_tools::unity::pick::{Aim, Hit, Host, Picked, Point, Viewer};
use crate::fault::{BadValue, Fault};
use crate::imports::convert::{Convert, records};
use crate::imports::page::{object, scene};
use crate::store::CallState;
use host_bridge::{Command, Function, ScreenPoint};

/// Approximate size in bytes of a point or a ray in an import call.
const AIM_BYTES: usize = 48;

impl CallState {
    async fn pick(
        &mut self,
        function: Function,
        viewer: &Viewer,
        command: Result<Command, BadValue>,
    ) -> Result<Picked, Fault> {
        let named = [&viewer.scene, &viewer.camera].into_iter().flatten();
        let bytes = AIM_BYTES + named.map(String::len).sum::<usize>();
        let picked: host_bridge::Picked = self.unity_if(function, bytes, command).await?;
        Ok(picked.convert())
    }
}

impl Host for CallState {
    async fn pick_world(&mut self, aim: Aim, viewer: Viewer) -> Result<Picked, Fault> {
        let command = parse_viewer(&viewer).map(|viewer| Command::PickWorld {
            aim: aim.convert(),
            viewer,
        });
        self.pick(Function::PickWorld, &viewer, command).await
    }

    async fn pick_ui(&mut self, at: Point, viewer: Viewer) -> Result<Picked, Fault> {
        let command = parse_viewer(&viewer).map(|viewer| Command::PickUi {
            at: at.convert(),
            viewer,
        });
        self.pick(Function::PickUi, &viewer, command).await
    }
}

fn parse_viewer(viewer: &Viewer) -> Result<host_bridge::Viewer, BadValue> {
    let camera = viewer.camera.as_deref().map(|id| object("viewer.camera", id));
    Ok(host_bridge::Viewer {
        scene: viewer
            .scene
            .as_deref()
            .map(|id| scene("viewer.scene", id))
            .transpose()?,
        camera: camera.transpose()?,
    })
}

impl Convert<host_bridge::Aim> for Aim {
    fn convert(self) -> host_bridge::Aim {
        match self {
            Self::Screen(at) => host_bridge::Aim::Screen(at.convert()),
            Self::Ray(ray) => host_bridge::Aim::Ray {
                origin: ray.origin.convert(),
                direction: ray.direction.convert(),
            },
            Self::Other(name) => host_bridge::Aim::Other(name),
        }
    }
}

records! {
    host_bridge::Picked => Picked { hits total not_tested not_tested_total camera screen }
    Point => ScreenPoint { x y normalized }
    host_bridge::Hit => Hit { object name path unique_path file distance position collider approximate }
}
