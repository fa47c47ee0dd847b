//! Searches the value tree of a document for references to objects and assets, and returns them with their paths.

use crate::children::each_child;
use unity_yaml::{FileRef, Guid, Node};

/// Names of the fields with which Unity links an object to its prefab; users do not set these references.
pub const PREFAB_LINKS: [&str; 5] = [
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_PrefabParentObject",
    "m_PrefabInternal",
];

/// Name of the field that stores a reference of the Addressables package: the asset's guid as text, without a file id.
pub const ADDRESSED: &str = "m_AssetGUID";

/// Converts the guid of an Addressables reference to a `FileRef`; an empty guid gives an empty reference.
pub fn file_ref_of_guid(guid: Guid) -> FileRef {
    let file_id = i64::from(!guid.is_none());
    FileRef { file_id, guid }
}

/// Returns the Addressables reference that an override sets: its `path` ends in `m_AssetGUID`, its `value` is a guid.
pub fn addressed_at(path: &str, value: &str) -> Option<FileRef> {
    let key = path.rsplit('.').next().unwrap_or(path);
    Guid::parse(value).filter(|_| key == ADDRESSED).map(file_ref_of_guid)
}

/// The target of a reference: an object in an asset, or (for an Addressables reference) the asset as a whole.
#[derive(Clone, Copy, Debug)]
pub enum Meant {
    Object(FileRef),
    Address(FileRef),
}

/// Calls `found` with the path and the target of every reference in the tree. The parser limits the depth of the tree.
pub fn each_reference(node: &Node<'_>, path: &mut String, found: &mut dyn FnMut(&str, Meant)) {
    each_of(node, path, ADDRESSED, found);
}

/// Calls `found` with the path and target of every reference in the tree, and of every text that is a guid.
pub fn each_reference_or_guid(node: &Node<'_>, path: &mut String, found: &mut dyn FnMut(&str, Meant)) {
    each_of(node, path, "", found);
}

fn each_of(node: &Node<'_>, path: &mut String, addresses: &str, found: &mut dyn FnMut(&str, Meant)) {
    match node {
        Node::Text(text) if addresses.is_empty() => {
            if let Some(guid) = Guid::parse(text).filter(|guid| !guid.is_none()) {
                found(path, Meant::Address(file_ref_of_guid(guid)));
            }
            return;
        }
        Node::Map(entries) => {
            let of_reference = |key: &str| matches!(key, "fileID" | "guid" | "type");
            if node.get("fileID").is_some() && entries.iter().all(|(key, _)| of_reference(key)) {
                found(path, Meant::Object(node.file_ref()));
                return;
            }
        }
        _ => {}
    }
    each_child(node, path, |key, child, path| {
        match child.text().and_then(Guid::parse) {
            Some(guid) if key == Some(addresses) => found(path, Meant::Address(file_ref_of_guid(guid))),
            _ => each_of(child, path, addresses, found),
        }
    });
}
