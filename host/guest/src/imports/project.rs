//! Implements the WIT interface `unity-tools:unity/project`: returns facts about the project and the bridge.

use crate::bindings::current::unity_tools::unity::project::{Host, ProjectInfo};
use crate::fault::Fault;
use crate::imports::convert::Convert;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn info(&mut self) -> Result<ProjectInfo, Fault> {
        let info: Box<host_bridge::ProjectInfo> = self.unity(0, Command::ProjectInfo).await?;
        let info = *info;
        let capabilities = self.gate.capabilities();
        Ok(ProjectInfo {
            product_name: info.product_name,
            company_name: info.company_name,
            product_version: info.product_version,
            unity_version: info.unity_version,
            runtime: info.runtime,
            platform: info.platform,
            is_playing: info.is_playing,
            ready: info.ready,
            scenes_total: info.scenes_total,
            scenes_loaded: info.scenes_loaded,
            objects_loaded: info.objects_loaded.convert(),
            session_edits: info.session_edits.convert(),
            folder: info.folder,
            packages: info.packages,
            tags: info.tags,
            layers: info.layers,
            problems: info.problems,
            capabilities: capabilities.into_iter().map(|one| one.as_str().to_owned()).collect(),
            host_version: self.host_facts().version,
        })
    }
}
