//! `unity-tools:unity/pick`.

use crate::bindings::v0_2::unity_tools::unity::pick::{Hit, Host, Picked, Point};
use crate::fault::Fault;
use crate::imports::page::vector;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, ScreenPoint};

impl CallState {
    async fn picked(&mut self, function: &'static str, command: Command) -> Result<Picked, Fault> {
        let picked: host_bridge::Picked = self.unity(Interface::Pick, function, 24, Ok(command)).await?;
        Ok(Picked {
            hits: picked.hits.into_iter().map(Hit::from).collect(),
            total: picked.total,
            not_tested: picked.not_tested,
            not_tested_total: picked.not_tested_total,
            screen: picked.screen,
        })
    }
}

impl Host for CallState {
    async fn pick_world(&mut self, at: Point) -> Result<Picked, Fault> {
        self.picked("pick-world", Command::PickWorld { at: point(at) }).await
    }

    async fn pick_ui(&mut self, at: Point) -> Result<Picked, Fault> {
        self.picked("pick-ui", Command::PickUi { at: point(at) }).await
    }
}

fn point(at: Point) -> ScreenPoint {
    ScreenPoint {
        x: at.x,
        y: at.y,
        normalized: at.normalized,
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
