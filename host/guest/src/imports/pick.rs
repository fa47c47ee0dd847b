//! `unity-tools:unity/pick`.

use crate::bindings::current::unity_tools::unity::pick::{Aim, Hit, Host, Picked, Point, Viewer};
use crate::fault::{BadValue, Fault};
use crate::imports::page::{object, scene, vector};
use crate::store::CallState;
use host_bridge::{Command, Function, ScreenPoint, Vector3};

/// Bytes of a point or a ray.
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
        Ok(Picked {
            hits: picked.hits.into_iter().map(Hit::from).collect(),
            total: picked.total,
            not_tested: picked.not_tested,
            not_tested_total: picked.not_tested_total,
            camera: picked.camera.map(|camera| camera.to_string()),
            screen: picked.screen,
        })
    }
}

impl Host for CallState {
    async fn pick_world(&mut self, aim: Aim, viewer: Viewer) -> Result<Picked, Fault> {
        let command = parse_viewer(&viewer).map(|viewer| Command::PickWorld {
            aim: aim.into(),
            viewer,
        });
        self.pick(Function::PickWorld, &viewer, command).await
    }

    async fn pick_ui(&mut self, at: Point, viewer: Viewer) -> Result<Picked, Fault> {
        let command = parse_viewer(&viewer).map(|viewer| Command::PickUi { at: at.into(), viewer });
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

impl From<Aim> for host_bridge::Aim {
    fn from(aim: Aim) -> Self {
        let vector = |(x, y, z)| Vector3 { x, y, z };
        match aim {
            Aim::Screen(at) => Self::Screen(at.into()),
            Aim::Ray(ray) => Self::Ray {
                origin: vector(ray.origin),
                direction: vector(ray.direction),
            },
            Aim::Other(name) => Self::Other(name),
        }
    }
}

impl From<Point> for ScreenPoint {
    fn from(at: Point) -> Self {
        Self {
            x: at.x,
            y: at.y,
            normalized: at.normalized,
        }
    }
}

impl From<host_bridge::Hit> for Hit {
    fn from(hit: host_bridge::Hit) -> Self {
        Self {
            object: hit.object.to_string(),
            name: hit.name,
            path: hit.path,
            unique_path: hit.unique_path,
            file: hit.file,
            distance: hit.distance,
            position: vector(hit.position),
            collider: hit.collider,
            approximate: hit.approximate,
        }
    }
}
