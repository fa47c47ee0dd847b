//! `unity-tools:unity/editor`.

use crate::bindings::current::unity_tools::unity::editor::{
    Asset, AssetFilter, HierarchyNode, Host, ReferenceFinding, ReferenceProblem,
};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn list_assets(&mut self, filter: AssetFilter, page: PageRequest) -> Result<(Vec<Asset>, PageInfo), Fault> {
        let texts = [&filter.folder, &filter.kind, &filter.path];
        let bytes = texts.into_iter().flatten().map(String::len).sum();
        let page = page::request(page, self.page_bytes());
        let command = Command::ListAssets {
            filter: host_bridge::AssetFilter {
                folder: filter.folder,
                kind: filter.kind,
                path: filter.path,
            },
            page,
        };
        let page: host_bridge::Page<host_bridge::Asset> = self.unity(bytes, command).await?;
        Ok(page::answer(page))
    }

    async fn missing_references(&mut self, page: PageRequest) -> Result<(Vec<ReferenceFinding>, PageInfo), Fault> {
        let bytes = page.cursor.as_ref().map_or(0, String::len);
        let page = page::request(page, self.page_bytes());
        let command = Command::MissingReferences { page };
        let page: host_bridge::Page<host_bridge::ReferenceFinding> = self.unity(bytes, command).await?;
        Ok(page::answer(page))
    }

    async fn hierarchy(
        &mut self,
        path: String,
        max_depth: Option<u32>,
        page: PageRequest,
    ) -> Result<(Vec<HierarchyNode>, PageInfo), Fault> {
        let bytes = path.len();
        let page = page::request(page, self.page_bytes());
        let command = Command::Hierarchy { path, max_depth, page };
        let page: host_bridge::Page<host_bridge::HierarchyNode> = self.unity(bytes, command).await?;
        Ok(page::answer(page))
    }
}

impl From<host_bridge::Asset> for Asset {
    fn from(asset: host_bridge::Asset) -> Self {
        Self {
            path: asset.path,
            guid: asset.guid,
            kind: asset.kind,
            size_bytes: asset.size_bytes,
            type_name: asset.type_name,
        }
    }
}

impl From<host_bridge::ReferenceFinding> for ReferenceFinding {
    fn from(finding: host_bridge::ReferenceFinding) -> Self {
        Self {
            problem: match finding.problem {
                host_bridge::ReferenceProblem::MissingScript => ReferenceProblem::MissingScript,
                host_bridge::ReferenceProblem::BrokenReference => ReferenceProblem::BrokenReference,
                host_bridge::ReferenceProblem::Unverifiable => ReferenceProblem::Unverifiable,
                host_bridge::ReferenceProblem::OnlyMeta => ReferenceProblem::Other("only-meta".to_owned()),
                host_bridge::ReferenceProblem::MissingType => ReferenceProblem::Other("missing-type".to_owned()),
                host_bridge::ReferenceProblem::MissingMethod => ReferenceProblem::Other("missing-method".to_owned()),
                host_bridge::ReferenceProblem::NotSearched => ReferenceProblem::Other("not-searched".to_owned()),
            },
            path: finding.path,
            object_path: finding.object_path,
            component_index: finding.component_index,
            member: finding.member,
            guid: finding.guid,
            context: finding.context,
        }
    }
}

impl From<host_bridge::HierarchyNode> for HierarchyNode {
    fn from(node: host_bridge::HierarchyNode) -> Self {
        Self {
            name: node.name,
            path: node.path,
            id: node.id.map(|id| id.to_string()),
            depth: node.depth,
            components: node.components,
        }
    }
}
