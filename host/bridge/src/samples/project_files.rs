//! Samples of replies about references, settings and assets.

use super::replies::LARGE;
use super::{OBJECT, some_text, text};
use crate::model::{
    Asset, AssetContent, AssetDetail, AssetsAnswer, ReferenceUser, SettingsSection, Skipped, UsersAnswer, ValueText,
};
use crate::reply::Reply;

pub(super) fn replies() -> Vec<Reply> {
    let value = |json: &str| ValueText::from_json_text(text(json));
    let asset = || Asset {
        path: text("Assets/Wood.mat"),
        guid: text("0123456789abcdef0123456789abcdef"),
        kind: text("Material"),
        type_name: None,
        size_bytes: LARGE,
    };
    vec![
        Reply::Users(UsersAnswer {
            total: LARGE,
            complete: true,
            rows: vec![ReferenceUser {
                file: text("Assets/Main.unity"),
                object: Some(OBJECT),
                path: some_text("/World/Door"),
                component: Some((2, text("Game.Door"))),
                field: some_text("slots[2].icon"),
            }],
            next: some_text("bm9uZQ"),
            not_searched: vec![Skipped {
                file: text("Assets/Old.unity"),
                why: text("a binary file"),
            }],
            not_searched_total: LARGE,
        }),
        Reply::Sections(vec![text("physics")]),
        Reply::Section(SettingsSection {
            name: text("physics"),
            values: vec![(text("gravity"), value("[0,-9.81,0]"))],
            left_out: vec![text("2 values are left out")],
        }),
        Reply::AssetRows(AssetsAnswer {
            total: LARGE,
            complete: true,
            bytes: LARGE,
            rows: vec![asset()],
            next: some_text("bm9uZQ"),
        }),
        Reply::AssetDetail(Box::new(AssetDetail {
            asset: asset(),
            importer: vec![(text("mipmaps"), value("null"))],
            dependencies: vec![text("Assets/Wood.png")],
            contents: vec![AssetContent {
                file_id: text("2100000"),
                type_name: text("UnityEngine.Material"),
                fields: vec![(text("m_Name"), value("\"Wood\""))],
            }],
            left_out: vec![text("1 object is left out")],
        })),
    ]
}
