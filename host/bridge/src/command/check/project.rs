//! Bounds of `references`, `settings` and `assets`.

use super::{PAGE_BYTES, TEXT, check_length, has_at_most, invalid_value, not_blank, quote_shortened};
use crate::error::BridgeError;
use crate::model::{AssetOrder, AssetsRequest, ReferencePlace, ReferenceTarget, UsersRequest};

/// Entries of `places`.
const PLACES: usize = 16;

pub(super) fn check_users(request: &UsersRequest) -> Result<(), BridgeError> {
    match &request.target {
        ReferenceTarget::Asset(path) => name(
            "target.asset",
            path,
            "an asset path",
            "e.g. Assets/Materials/Red.mat, as the lists show it",
        )?,
        ReferenceTarget::Guid(guid) => {
            let is_guid = guid.len() == 32 && guid.bytes().all(|digit| digit.is_ascii_hexdigit());
            if !is_guid {
                return Err(invalid_value(
                    "target.guid",
                    quote_shortened(guid),
                    "32 hexadecimal digits",
                ));
            }
        }
        ReferenceTarget::TypeName(type_name) => name(
            "target.type-name",
            type_name,
            "a type name",
            "e.g. Rigidbody or Game.Player",
        )?,
        ReferenceTarget::Object(_) => {}
        ReferenceTarget::Other(other) => {
            return Err(invalid_value(
                "target",
                quote_shortened(other),
                "one of asset, guid, type-name, object",
            ));
        }
    }
    has_at_most("places", request.places.len(), PLACES, "places")?;
    for place in &request.places {
        if let ReferencePlace::Other(other) = place {
            let right = "one of scenes, prefabs, assets, scripts";
            return Err(invalid_value("places", quote_shortened(other), right));
        }
    }
    Ok(())
}

pub(super) fn check_section(section: &str, max_bytes: usize) -> Result<(), BridgeError> {
    name("section", section, "a section's name", "list the sections")?;
    check_bytes(max_bytes)
}

pub(super) fn check_assets(request: &AssetsRequest) -> Result<(), BridgeError> {
    if let AssetOrder::Other(other) = &request.order {
        return Err(invalid_value("order", quote_shortened(other), "one of path, bytes"));
    }
    for (field, text) in [
        ("kind", &request.kind),
        ("folder", &request.folder),
        ("name", &request.name),
    ] {
        if let Some(text) = text {
            name(field, text, "a text", "leave it out for all assets")?;
        }
    }
    Ok(())
}

pub(super) fn check_asset(asset: &str, max_bytes: usize) -> Result<(), BridgeError> {
    name(
        "asset",
        asset,
        "an asset path or a guid",
        "e.g. Assets/Materials/Red.mat, as the lists show it",
    )?;
    check_bytes(max_bytes)
}

fn check_bytes(max_bytes: usize) -> Result<(), BridgeError> {
    if max_bytes >= PAGE_BYTES {
        return Ok(());
    }
    let right = format!("{PAGE_BYTES} to the operator's page size");
    Err(invalid_value("max-bytes", max_bytes, right))
}

fn name(field: &str, text: &str, right: &str, hint: &str) -> Result<(), BridgeError> {
    not_blank(field, text, right, hint)?;
    check_length(field, text.len(), TEXT)
}

#[cfg(test)]
mod tests {
    use crate::command::Command;
    use crate::model::{AssetOrder, AssetsRequest, CursorPage, ReferencePlace, ReferenceTarget, UsersRequest};

    fn page() -> CursorPage {
        CursorPage {
            limit: 50,
            cursor: None,
            max_bytes: 16_384,
        }
    }

    fn users(target: ReferenceTarget, places: Vec<ReferencePlace>) -> Command {
        let page = page();
        Command::FindUsers {
            request: UsersRequest { target, places, page },
        }
    }

    fn assets(order: AssetOrder, folder: &str) -> Command {
        Command::FindAssets {
            request: AssetsRequest {
                kind: None,
                folder: Some(folder.to_owned()),
                name: None,
                order,
                page: page(),
            },
        }
    }

    fn section(section: &str, max_bytes: usize) -> Command {
        let section = section.to_owned();
        Command::GetSettings { section, max_bytes }
    }

    #[test]
    fn a_wrong_value_is_named() {
        let guid = |text: &str| ReferenceTarget::Guid(text.to_owned());
        let right = guid("0123456789abcdef0123456789ABCDEF");
        let other = ReferencePlace::Other("Packages".to_owned());
        for (command, part) in [
            (users(guid("0123"), vec![]), "`target.guid` is \"0123\""),
            (
                users(ReferenceTarget::Asset(" ".to_owned()), vec![]),
                "`target.asset` is blank",
            ),
            (
                users(ReferenceTarget::TypeName("x".repeat(5_000)), vec![]),
                "`target.type-name`",
            ),
            (
                users(ReferenceTarget::Other("member".to_owned()), vec![]),
                "type-name, object",
            ),
            (users(right.clone(), vec![other]), "`places` is \"Packages\""),
            (
                assets(AssetOrder::Other("age".to_owned()), "Assets"),
                "`order` is \"age\"",
            ),
            (assets(AssetOrder::Path, ""), "`folder` is blank"),
            (section("", 2_000), "`section` is blank"),
            (section("time", 10), "`max-bytes` is 10"),
            (
                Command::GetAsset {
                    asset: " ".to_owned(),
                    max_bytes: 2_000,
                },
                "`asset` is blank",
            ),
        ] {
            let error = command.check().expect_err(part);
            assert!(error.message.contains(part), "{error:?}");
        }
        for right in [
            users(right, vec![ReferencePlace::Scenes]),
            assets(AssetOrder::Bytes, "Assets"),
            section("time", 2_000),
        ] {
            assert!(right.check().is_ok(), "{right:?}");
        }
    }
}
