//! Implements the WIT interface `unity-tools:unity/assets`: lists assets and shows the details of one.

use crate::bindings::current::unity_tools::unity::assets as wit;
use crate::fault::Fault;
use crate::imports::convert::{Convert, records, variants};
use crate::imports::rows::{self, bytes_of_answer};
use crate::store::CallState;
use host_bridge::{Asset, AssetContent, AssetDetail, AssetOrder, AssetsAnswer, AssetsRequest, Command, Function};

impl wit::Host for CallState {
    async fn list_assets(&mut self, request: wit::Request) -> Result<wit::Answer, Fault> {
        let texts = [&request.kind, &request.folder, &request.name, &request.page.cursor];
        let bytes = texts.into_iter().flatten().map(String::len).sum();
        let page = rows::page(request.page, self.page_bytes());
        let command = page.map(|page| Command::FindAssets {
            request: AssetsRequest {
                kind: request.kind,
                folder: request.folder,
                name: request.name,
                order: request.order.convert(),
                page,
            },
        });
        let answer: AssetsAnswer = self.unity_if(Function::FindAssets, bytes, command).await?;
        Ok(answer.convert())
    }

    async fn get(&mut self, asset: String, max_bytes: u32) -> Result<wit::Detail, Fault> {
        let bytes = asset.len();
        let command = bytes_of_answer(max_bytes, self.page_bytes());
        let command = command.map(|max_bytes| Command::GetAsset { asset, max_bytes });
        let detail: Box<AssetDetail> = self.unity_if(Function::GetAsset, bytes, command).await?;
        Ok(detail.convert())
    }
}

records! {
    AssetsAnswer => wit::Answer { total complete bytes rows next }
    AssetDetail => wit::Detail { asset importer dependencies contents left_out }
    Asset => wit::Asset { path guid kind bytes: size_bytes type_name }
    AssetContent => wit::Content { file_id type_name fields }
}

variants! {
    wit::Order => AssetOrder { Path Bytes Other(name) }
}
