//! Implements the WIT interface `unity-tools:unity/scenes`: lists, finds and opens scenes.

use crate::bindings::current::unity_tools::unity::scenes::{Host, Scene, SceneFilter};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function, SceneCard};

impl Host for CallState {
    async fn list_scenes(&mut self, filter: SceneFilter, page: PageRequest) -> Result<(Vec<Scene>, PageInfo), Fault> {
        let bytes = filter.name.as_ref().map_or(0, String::len);
        let page = page::request(page, self.page_bytes());
        let command = Command::ListScenes {
            filter: filter.convert(),
            page,
        };
        let page: host_bridge::Page<host_bridge::SceneCard> = self.unity(bytes, command).await?;
        Ok(page::answer(page))
    }

    async fn find(&mut self, name: String) -> Result<Scene, Fault> {
        let bytes = name.len();
        let command = Command::FindScene { name };
        let card: host_bridge::SceneCard = self.unity(bytes, command).await?;
        Ok(card.convert())
    }

    async fn open(&mut self, scene: String, additive: Option<bool>) -> Result<Scene, Fault> {
        let command = page::scene("scene", &scene).map(|scene| Command::OpenScene { scene, additive });
        let card: host_bridge::SceneCard = self.unity_if(Function::OpenScene, scene.len(), command).await?;
        Ok(card.convert())
    }
}

records! {
    SceneFilter => host_bridge::SceneFilter { loaded_only name }
    SceneCard => Scene { id name path index build_index is_loaded root_count problem }
}
