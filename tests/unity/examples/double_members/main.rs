#![allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[path = "../../tests/api/assemblies.rs"]
mod assemblies;
#[path = "../../tests/api/builds.rs"]
mod builds;
#[path = "../api_members/declared.rs"]
mod declared;
#[path = "../../tests/api/enums.rs"]
mod enums;
#[path = "../api_members/lookup.rs"]
mod lookup;
#[path = "../api_members/repository.rs"]
mod repository;
#[path = "../../tests/api/table.rs"]
mod table;
use declared::Sources;
use host_csharp::{TypeKind, read_assembly};
use repository::Revision;
use std::collections::{BTreeMap, BTreeSet};
use table::{ENUM_VALUE, Key, State, WHOLE_TYPE};
use tests_support::unity_versions as versions;
use versions::VERSIONS;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let engine = &words[0];
    let mut keys = BTreeSet::new();
    let key = |d: &str, m: &str, s: String| Key {
        declaring: d.to_owned(),
        member: m.to_owned(),
        signature: s,
    };
    for dll in &words[1..] {
        let bytes = std::fs::read(dll)?;
        let name = std::path::Path::new(dll)
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let file = read_assembly(&name, &bytes)?;
        for info in file.types() {
            let full = info.name.full_name();
            if !full.starts_with("Unity") || full.starts_with("UnityDouble") {
                continue;
            }
            keys.insert(key(&full, WHOLE_TYPE, WHOLE_TYPE.to_owned()));
            for m in &info.methods {
                if !m.is_public || m.name.contains('.') && m.name != ".ctor" {
                    continue;
                }
                let params: Vec<_> = m.params.iter().map(|(_, t)| t.clone()).collect();
                keys.insert(key(
                    &full,
                    &m.name,
                    builds::signature(m.is_static, m.type_params.len(), &params, &m.ret),
                ));
            }
            if let Some(c) = &info.compiled {
                for f in &c.fields {
                    if !f.is_public {
                        continue;
                    }
                    if info.kind() == TypeKind::Enum {
                        if f.constant.is_some() {
                            keys.insert(key(&full, &f.name, ENUM_VALUE.to_owned()));
                        }
                    } else {
                        keys.insert(key(&full, &f.name, f.ty.csharp()));
                    }
                }
            }
        }
    }
    eprintln!("{} keys", keys.len());
    let managed = std::path::PathBuf::from(std::env::var("UTH_UNITY_ASSEMBLIES")?);
    let dotnet = ["mscorlib.dll", "System.dll", "System.Core.dll", "netstandard.dll"].map(|n| managed.join(n));
    let mut all: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    for version in VERSIONS {
        let sources = Sources::read(
            &[Revision {
                repository: engine.into(),
                revision: version.tag.to_owned(),
            }],
            version,
            &dotnet,
        )?;
        for k in &keys {
            all.entry(k.clone())
                .or_default()
                .push(lookup::state(&sources, k).to_string());
        }
    }
    for (k, s) in &all {
        println!("{}\t{}\t{}\t{}", k.declaring, k.member, k.signature, s.join("\t"));
    }
    Ok(())
}
