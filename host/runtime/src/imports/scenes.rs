//! `unity-tools:unity/scenes`.

use crate::bindings::v0_2::unity_tools::unity::scenes::{Host, Scene, SceneFilter};
use crate::bindings::v0_2::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::{Fault, unexpected};
use crate::imports::page;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, Reply, SceneCard};

impl Host for CallState {
    async fn list_scenes(&mut self, filter: SceneFilter, page: PageRequest) -> Result<(Vec<Scene>, PageInfo), Fault> {
        let bytes = filter.name.as_ref().map_or(0, String::len);
        let command = page::request(page, self.page_bytes()).map(|page| Command::ListScenes {
            filter: host_bridge::SceneFilter {
                loaded_only: filter.loaded_only,
                name: filter.name,
            },
            page,
        });
        match self.unity(Interface::Scenes, "list-scenes", bytes, command).await? {
            Reply::Scenes(page) => Ok(page::answer(page)),
            _ => Err(unexpected("scenes.list-scenes")),
        }
    }

    async fn open(&mut self, scene: String) -> Result<Scene, Fault> {
        let command = page::scene("scene", &scene).map(|scene| Command::OpenScene { scene });
        match self.unity(Interface::Scenes, "open", scene.len(), command).await? {
            Reply::Scene(card) => Ok(card.into()),
            _ => Err(unexpected("scenes.open")),
        }
    }
}

impl From<SceneCard> for Scene {
    fn from(card: SceneCard) -> Self {
        Self {
            id: card.id.to_string(),
            name: card.name,
            path: card.path,
            index: card.index,
            build_index: card.build_index,
            is_loaded: card.is_loaded,
            root_count: card.root_count,
            problem: card.problem,
        }
    }
}
