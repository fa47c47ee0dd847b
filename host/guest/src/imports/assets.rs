//! `unity-tools:unity/assets`.

use crate::bindings::current::unity_tools::unity::assets as wit;
use crate::fault::Fault;
use crate::imports::page::count;
use crate::imports::rows::{self, bytes_of_answer, values};
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
                order: match request.order {
                    wit::Order::Path => AssetOrder::Path,
                    wit::Order::Bytes => AssetOrder::Bytes,
                    wit::Order::Other(name) => AssetOrder::Other(name),
                },
                page,
            },
        });
        let answer: AssetsAnswer = self.unity_if(Function::FindAssets, bytes, command).await?;
        Ok(wit::Answer {
            total: count(answer.total),
            complete: answer.complete,
            bytes: answer.bytes,
            rows: answer.rows.into_iter().map(wit::Asset::from).collect(),
            next: answer.next,
        })
    }

    async fn get(&mut self, asset: String, max_bytes: u32) -> Result<wit::Detail, Fault> {
        let bytes = asset.len();
        let command = bytes_of_answer(max_bytes, self.page_bytes());
        let command = command.map(|max_bytes| Command::GetAsset { asset, max_bytes });
        let detail: Box<AssetDetail> = self.unity_if(Function::GetAsset, bytes, command).await?;
        Ok(wit::Detail {
            asset: detail.asset.into(),
            importer: values(detail.importer),
            dependencies: detail.dependencies,
            contents: detail.contents.into_iter().map(wit::Content::from).collect(),
            left_out: detail.left_out,
        })
    }
}

impl From<Asset> for wit::Asset {
    fn from(asset: Asset) -> Self {
        Self {
            path: asset.path,
            guid: asset.guid,
            kind: asset.kind,
            bytes: asset.size_bytes,
            type_name: asset.type_name,
        }
    }
}

impl From<AssetContent> for wit::Content {
    fn from(content: AssetContent) -> Self {
        Self {
            file_id: content.file_id,
            type_name: content.type_name,
            fields: values(content.fields),
        }
    }
}
