//! Replaces the addresses of local package folders in a recording by a placeholder.
//!
//! Belongs here: finding such addresses in recorded data. Does not: other private paths (`redaction`).

use crate::redaction::LeftOut;
use host_bridge::{Reply, ValueText};
use serde_json::Value;

/// The prefix of a Unity package's version if it is a local folder. An absolute or relative path follows.
const FILE: &str = "file:";
/// The placeholder in a recording for the path of a package folder outside the project.
const LEFT_OUT: &str = "file:<package>";
const OF_PROJECT: &str = "<project>";
/// The name of the section of the project settings that lists the packages.
const SECTION: &str = "packages";

/// Replaces paths of package folders outside the project by a placeholder, in a list of names and versions.
pub(crate) fn redact_packages(packages: &mut [(String, String)], left_out: &LeftOut) {
    for (_, version) in packages {
        if is_elsewhere(version, left_out) {
            LEFT_OUT.clone_into(version);
        }
    }
}

pub(crate) fn redact_reply(reply: &mut Reply, left_out: &LeftOut) {
    match reply {
        Reply::Project(info) => redact_packages(&mut info.packages, left_out),
        Reply::Section(section) if section.name == SECTION => {
            for (_, value) in &mut section.values {
                if let Ok(mut read) = value.to_value()
                    && redact_value(&mut read, left_out)
                {
                    *value = ValueText::from_json_text(read.to_string());
                }
            }
        }
        _ => {}
    }
}

/// Replaces paths of package folders outside the project in a JSON value by a placeholder. Returns true for a change.
fn redact_value(value: &mut Value, left_out: &LeftOut) -> bool {
    match value {
        Value::String(text) if is_elsewhere(text, left_out) => {
            LEFT_OUT.clone_into(text);
            true
        }
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |any, item| redact_value(item, left_out) | any),
        Value::Object(members) => members
            .values_mut()
            .fold(false, |any, member| redact_value(member, left_out) | any),
        _ => false,
    }
}

/// Returns true if the package version `address` is a folder outside the project.
fn is_elsewhere(address: &str, left_out: &LeftOut) -> bool {
    let Some(path) = address.strip_prefix(FILE) else {
        return false;
    };
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    (has_drive || path.starts_with(['/', '\\', '~'])) && !left_out.redact_text(path).starts_with(OF_PROJECT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::{ProjectInfo, SettingsSection};
    use std::path::Path;

    const ADDRESSES: [(&str, &str); 6] = [
        ("1.2.3", "1.2.3"),
        ("file:../kit", "file:../kit"),
        ("file:/people/ann/game/Kits/a", "file:/people/ann/game/Kits/a"),
        ("file:/people/bob/kit", LEFT_OUT),
        ("file:/people/ann/kit", LEFT_OUT),
        ("file:E:kit", LEFT_OUT),
    ];

    #[test]
    fn redacts_package_folders_outside_the_project() {
        let left_out = LeftOut::new([
            (Path::new("/people/ann/game"), "<project>"),
            (Path::new("/people/ann"), "<home>"),
        ]);
        let packages = ADDRESSES.map(|(address, _)| ("com.me.kit".to_owned(), address.to_owned()));
        let mut reply = Reply::Project(Box::new(ProjectInfo {
            packages: packages.into(),
            ..ProjectInfo::default()
        }));
        redact_reply(&mut reply, &left_out);
        let Reply::Project(info) = reply else {
            unreachable!("it was one")
        };
        for ((_, found), (_, expected)) in info.packages.iter().zip(ADDRESSES) {
            assert_eq!(found, expected);
        }
        let rows = ADDRESSES.map(|(address, _)| serde_json::json!({ "version": address, "here": true }));
        let mut reply = Reply::Section(SettingsSection {
            name: SECTION.to_owned(),
            values: vec![(
                SECTION.to_owned(),
                ValueText::from_json_text(Value::from(rows.to_vec()).to_string()),
            )],
            left_out: Vec::new(),
        });
        redact_reply(&mut reply, &left_out);
        let Reply::Section(section) = reply else {
            unreachable!("it was one")
        };
        let read: Value = section.values[0].1.to_value().expect("JSON");
        for (index, (_, expected)) in ADDRESSES.iter().enumerate() {
            assert_eq!(read[index]["version"], *expected);
        }
    }
}
