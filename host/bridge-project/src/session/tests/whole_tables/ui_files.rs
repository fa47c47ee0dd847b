//! Tests of copies of the real projects with random UI files. Every address in a UI file must be found as a use of its
//! asset or as a broken reference, as by an independent reader (`by_name.py`).

use super::*;
use crate::session::tests::find_users::{request, whole};
use crate::session::tests::references_scan::scan;
use host_bridge::ReferenceProblem::{BrokenReference, Unverifiable};
use host_bridge::ReferenceTarget;
use std::collections::BTreeSet;
use std::fs;
use tests_projects::Dice;

/// Number of UI files of each kind in each project, and number of addresses in each file.
const FILES: usize = 4;
const ADDRESSES: usize = 12;
/// Number of assets that no UI file refers to and whose users are requested too.
const UNUSED: usize = 30;

/// Returns the assets of the project, each with its GUID.
fn assets(root: &Path) -> Vec<(String, String)> {
    let mut assets: Vec<(String, String)> = walkdir::WalkDir::new(root.join("Assets"))
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file() && entry.path().extension().is_none_or(|end| end != "meta"))
        .filter_map(|entry| {
            let meta = fs::read_to_string(format!("{}.meta", entry.path().display())).ok()?;
            let guid = meta.lines().find_map(|line| line.strip_prefix("guid: "))?.to_owned();
            Some((
                entry.path().strip_prefix(root).ok()?.to_string_lossy().into_owned(),
                guid,
            ))
        })
        .collect();
    assets.sort();
    assets
}

/// Returns the relative path from a folder to an asset.
fn relative(folder: &str, asset: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (folder.split('/').collect(), asset.split('/').collect());
    let same = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = vec![".."; from.len() - same];
    up.into_iter()
        .chain(to[same..].iter().copied())
        .collect::<Vec<_>>()
        .join("/")
}

/// Returns a random address of an existing asset or of a missing one.
fn address(folder: &str, (asset, guid): &(String, String), dice: &mut Dice) -> String {
    let gone = dice.throw(3) == 0;
    let asset = if gone { format!("{asset}.gone") } else { asset.clone() };
    let escaped = asset.replace(' ', "%20");
    match dice.throw(4) {
        0 => relative(folder, &escaped),
        1 => format!("/{escaped}"),
        2 => format!("project://database/{escaped}"),
        _ if gone => format!("project://database/{escaped}?fileID=1&guid={}&type=3#x", "e".repeat(32)),
        _ => format!("project://database/{escaped}?fileID=1&guid={guid}&type=3#x"),
    }
}

fn sheet(folder: &str, assets: &[(String, String)], dice: &mut Dice) -> String {
    let lines = (0..ADDRESSES).map(|at| {
        let address = address(folder, &assets[dice.throw(assets.len())], dice);
        match dice.throw(4) {
            0 => format!("@import url(\"{address}\");\n"),
            1 => format!(".a{at} {{ background-image: url('{address}'); }}\n"),
            // Without quotes a bracket would end the address.
            2 => {
                let address = address.replace('(', "%28").replace(')', "%29");
                format!(".a{at} {{ background-image: url({address}); }}\n")
            }
            _ => format!("/* nothing */ .b{at} {{ cursor: url(\"{address}\"); }}\n"),
        }
    });
    lines.collect()
}

fn document(folder: &str, assets: &[(String, String)], dice: &mut Dice) -> String {
    let lines = (0..ADDRESSES).map(|_| {
        let address = address(folder, &assets[dice.throw(assets.len())], dice).replace('&', "&amp;");
        match dice.throw(3) {
            0 => format!("    <Style src=\"{address}\" />\n"),
            1 => format!("    <ui:Template name=\"x\" src=\"{address}\" />\n"),
            _ => format!("    <ui:VisualElement style=\"background-image: url(&quot;{address}&quot;);\" />\n"),
        }
    });
    format!(
        "<ui:UXML xmlns:ui=\"UnityEngine.UIElements\">\n{}</ui:UXML>\n",
        lines.collect::<String>()
    )
}

type Line = (String, u64);

/// Returns the line number in a member such as `line:12 url`; `None` if it contains none.
fn line_of(member: Option<&str>) -> Option<u64> {
    member?.strip_prefix("line:")?.split(' ').next()?.parse().ok()
}

fn compare(name: &str, seed: u64) -> Option<usize> {
    let root = tests_projects::folder()?.join(name);
    let copy = tempfile::tempdir().expect("a temporary folder");
    tests_projects::copy(&root, copy.path(), |bytes| bytes);
    let (mut dice, known) = (Dice::new(seed), assets(&root));
    let folders: BTreeSet<&str> = known
        .iter()
        .filter_map(|(path, _)| Some(path.rsplit_once('/')?.0))
        .collect();
    let folders: Vec<&str> = folders.into_iter().collect();
    for at in 0..FILES * 3 {
        let folder = folders[dice.throw(folders.len())];
        let ending = ["uss", "tss", "uxml"][at % 3];
        let text = match ending {
            "uxml" => document(folder, &known, &mut dice),
            _ => sheet(folder, &known, &mut dice),
        };
        let path = copy.path().join(format!("{folder}/Generated{at}.{ending}"));
        fs::write(&path, text).expect("a written file");
        let meta = format!("fileFormatVersion: 2\nguid: {:032x}\n", 0xdead_0000 + at);
        fs::write(format!("{}.meta", path.display()), meta).expect("a written file");
    }
    let second = tests_projects::second_reader("by_name.py", copy.path())?;
    let addresses: Vec<(String, u64, String)> = serde_json::from_value(second["addresses"].clone()).expect("addresses");
    assert_eq!(addresses.len(), FILES * 3 * ADDRESSES, "{name}: one on each line");
    let mut users: BTreeMap<&str, BTreeSet<Line>> = BTreeMap::new();
    let mut broken: BTreeSet<(Line, String)> = BTreeSet::new();
    for (file, line, to) in &addresses {
        let asset = known
            .iter()
            .find(|(path, guid)| guid == to || path.to_lowercase() == *to);
        match asset {
            Some((path, _)) => users.entry(path).or_default().insert((file.clone(), *line)),
            // A guid without an asset may belong to a package that is not on disk; a path belongs to the project.
            None => {
                let is_guid = to.len() == 32 && !to.contains('/');
                let problem = if is_guid { Unverifiable } else { BrokenReference };
                broken.insert(((file.clone(), *line), format!("{problem:?}")))
            }
        };
    }
    let mut session = open(copy.path());
    let (findings, _) = scan(&mut session, 500);
    let in_files = findings.iter().filter(|one| one.path.contains("/Generated"));
    let seen: BTreeSet<(Line, String)> = in_files
        .map(|one| {
            let line = line_of(one.member.as_deref()).expect("a line");
            ((one.path.clone(), line), format!("{:?}", one.problem))
        })
        .collect();
    assert_eq!(seen, broken, "{name}");
    let unused = known
        .iter()
        .map(|(path, _)| path.as_str())
        .filter(|path| !users.contains_key(path));
    let asked: Vec<&str> = users.keys().copied().chain(unused.take(UNUSED)).collect();
    for path in asked {
        let found = whole(
            &mut session,
            &request(ReferenceTarget::Asset(path.to_owned()), 500, None),
        );
        let in_files = found.rows.iter().filter(|row| row.file.contains("/Generated"));
        let seen: BTreeSet<Line> = in_files
            .map(|row| (row.file.clone(), line_of(row.field.as_deref()).expect("a line")))
            .collect();
        assert_eq!(seen, users.remove(path).unwrap_or_default(), "{name}: {path}");
    }
    Some(addresses.len())
}

#[test]
fn ui_file_addresses_in_cli_loop_match_independent_reader() {
    assert_ne!(compare("cli-loop", 1), Some(0));
}

#[test]
fn ui_file_addresses_in_fluid_sim_match_independent_reader() {
    assert_ne!(compare("fluid-sim", 2), Some(0));
}

#[test]
fn ui_file_addresses_in_mirror_examples_match_independent_reader() {
    assert_ne!(compare("mirror-examples", 3), Some(0));
}

#[test]
fn ui_file_addresses_in_ui_effect_match_independent_reader() {
    assert_ne!(compare("ui-effect", 4), Some(0));
}

#[test]
fn ui_file_addresses_in_univrm_viewer_match_independent_reader() {
    assert_ne!(compare("univrm-viewer", 5), Some(0));
}
