//! Implements the WIT interface `unity-tools:unity/editor`: lists assets, missing references and hierarchies.

use crate::bindings::current::unity_tools::unity::editor::{
    Asset, AssetFilter, HierarchyNode, Host, ReferenceFinding, ReferenceProblem,
};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn list_assets(&mut self, filter: AssetFilter, page: PageRequest) -> Result<(Vec<Asset>, PageInfo), Fault> {
        let texts = [&filter.folder, &filter.kind, &filter.path];
        let bytes = texts.into_iter().flatten().map(String::len).sum();
        let page = page::request(page, self.page_bytes());
        let command = Command::ListAssets {
            filter: filter.convert(),
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

impl Convert<ReferenceProblem> for host_bridge::ReferenceProblem {
    fn convert(self) -> ReferenceProblem {
        ReferenceProblem::Other(match self {
            Self::MissingScript => return ReferenceProblem::MissingScript,
            Self::BrokenReference => return ReferenceProblem::BrokenReference,
            Self::Unverifiable => return ReferenceProblem::Unverifiable,
            Self::OnlyMeta => "only-meta".to_owned(),
            Self::MissingType => "missing-type".to_owned(),
            Self::MissingMethod => "missing-method".to_owned(),
            Self::NotSearched => "not-searched".to_owned(),
        })
    }
}

records! {
    AssetFilter => host_bridge::AssetFilter { folder kind path }
    host_bridge::ReferenceFinding => ReferenceFinding {
        problem path object_path component_index member guid context
    }
    host_bridge::Asset => Asset { path guid kind size_bytes type_name }
    host_bridge::HierarchyNode => HierarchyNode { name path id depth components }
}
