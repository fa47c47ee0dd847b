//! Compiles the package for each supported version and reads from the assemblies which members of Unity they refer to.
//!
//! The metadata reader is the one of `host-csharp`, which the host uses for the assemblies of a project: it is in the
//! repository, it is tested with hostile files, and it prints types like the sources that the table is made from.
//!
//! There are assemblies of one supported version only, Unity 2022.3, and of no `UnityEditor`. So a build for another
//! version compiles with the symbols of that version, but against the assemblies of 2022.3. Such a build shows which
//! members the sources name for that version. It does not show that the compiler would find them there: that is what
//! the table is for. It also does not show which overload or base type the compiler would choose there. Code that needs
//! members newer than 2022.3 does not compile in this way: it is compiled against the test double of the editor with
//! the API of its version. If that fails too, the test prints a line and does not check that build.

use crate::assemblies::{Assembly, assemblies, tested_symbols};
use crate::enums::{Enums, used_values};
use crate::table::{Key, Table, WHOLE_TYPE};
use crate::versions::{COMPILED, VERSIONS, Version};
use anyhow::{Context, Result, ensure};
use host_csharp::{Reference, Symbols, Target, TypeRef, read_references};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tests_support::editor::double;
use tests_support::mono::compile;
use tests_support::player::references;
use tests_support::{environment, paths};

/// The assembly of the double that replaces `UnityEditor` of the version with assemblies.
const EDITOR_LIBRARY: &str = "UnityEditor.dll";

/// The name of the editor in [`PLACES`].
const EDITOR: &str = "editor";

/// Where the compiled code runs, with the symbols that Unity defines there.
const PLACES: [(&str, &[&str]); 3] = [
    (EDITOR, &["UNITY_EDITOR", "ENABLE_MONO"]),
    ("player with mono", &["UNITY_TOOLS_BRIDGE", "ENABLE_MONO"]),
    ("player with IL2CPP", &["UNITY_TOOLS_BRIDGE", "ENABLE_IL2CPP"]),
];

/// A use of a type or member of Unity by an assembly of the package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Used {
    pub(crate) key: Key,
    /// The assembly of the package.
    pub(crate) by: String,
    /// The assembly of Unity that declares the type.
    pub(crate) from: String,
    /// True if the build is for the editor, false if it is for a player.
    pub(crate) in_editor: bool,
}

/// The uses of one build, and the versions whose symbols give this build.
#[derive(Debug)]
pub(crate) struct Build {
    pub(crate) versions: Vec<Version>,
    pub(crate) used: BTreeSet<Used>,
}

/// All builds of the package.
#[derive(Debug, Default)]
pub(crate) struct Builds {
    pub(crate) all: Vec<Build>,
    /// The reasons why the package was not compiled for a version.
    pub(crate) unchecked: Vec<String>,
}

/// The uses of one assembly of the package, and the symbols that its own sources test.
#[derive(Clone, Debug)]
struct Unit {
    symbols: BTreeSet<String>,
    used: BTreeSet<Used>,
}

/// The assemblies of one build by their names.
type Units = BTreeMap<String, Unit>;

/// Compiles the package for each version and place. Sets of symbols between which the sources do not distinguish are
/// compiled once. `table` adds enumerations that the compiled assemblies lack.
pub(crate) fn builds(package: &Path, managed: &Path, table: &Table) -> Result<Builds> {
    let folder = tempfile::tempdir()?;
    let assemblies = assemblies(package)?;
    let editor = substitute(COMPILED)?.join(EDITOR_LIBRARY);
    let mut enums = Enums::default();
    for library in engine_libraries(managed)?.iter().chain([&editor]) {
        enums.add_assembly(library)?;
    }
    enums.add_table(table);
    let mut sets: Vec<_> = symbol_sets(&tested_symbols(&assemblies)?).into_iter().collect();
    // The builds for the version with assemblies are first, because others need them.
    sets.sort_by_key(|(_, versions)| !versions.contains(&COMPILED));
    let mut compiled: BTreeMap<&str, Units> = BTreeMap::new();
    let mut builds = Builds::default();
    for (number, ((place, symbols), versions)) in sets.into_iter().enumerate() {
        let in_editor = place == EDITOR;
        let is_built = |assembly: &&Assembly| !assembly.is_editor_only || in_editor;
        let built: Vec<&Assembly> = assemblies.iter().filter(is_built).collect();
        let mut options = references(managed)?;
        options.extend(in_editor.then(|| format!("-r:{}", editor.display())));
        let mut compiler = Compiler {
            options,
            in_editor,
            symbols,
            folder: folder.path().join(number.to_string()),
            enums: &enums,
        };
        let units = match compiler.units(&built, &Units::new()) {
            Err(error) if !versions.contains(&COMPILED) => {
                compiler.options = substitute_references(managed, &versions)?;
                let known = compiled.get(place).cloned().unwrap_or_default();
                let second = compiler.units(&built, &known);
                second.with_context(|| format!("against the assemblies of Unity {}: {error:#}", COMPILED.line))
            }
            first => Ok(first?),
        };
        match units {
            Ok(units) => {
                let used = units.values().flat_map(|unit| unit.used.iter().cloned()).collect();
                if versions.contains(&COMPILED) {
                    compiled.insert(place, units);
                }
                builds.all.push(Build { versions, used });
            }
            Err(error) => {
                let lines: Vec<&str> = versions.iter().map(|version| version.line).collect();
                builds
                    .unchecked
                    .push(format!("{place} of {}: {error:#}", lines.join(", ")));
            }
        }
    }
    Ok(builds)
}

/// Returns the different sets of symbols of all versions and places, as far as the sources test them, each with the
/// versions that define it.
fn symbol_sets(tested: &BTreeSet<String>) -> BTreeMap<(&'static str, BTreeSet<String>), Vec<Version>> {
    let mut sets: BTreeMap<_, Vec<Version>> = BTreeMap::new();
    for (place, symbols) in PLACES {
        for version in VERSIONS {
            let symbols = symbols.iter().map(|symbol| (*symbol).to_owned());
            let defined = symbols
                .chain(version.symbols())
                .filter(|symbol| tested.contains(symbol));
            sets.entry((place, defined.collect())).or_default().push(version);
        }
    }
    sets
}

fn engine_libraries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with("UnityEngine") && name.ends_with(".dll") {
            found.push(folder.join(name));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the folder with the test double of the editor with the API of that version.
fn substitute(version: Version) -> Result<PathBuf> {
    double("the members of Unity", version)?.context("mono is missing")
}

/// Returns options for the compiler with the double's assemblies of the newest of these versions, instead of Unity's.
fn substitute_references(managed: &Path, versions: &[Version]) -> Result<Vec<String>> {
    let newest = versions.last().context("a build has a version")?;
    let folder = substitute(*newest)?;
    let mut libraries = engine_libraries(&folder)?;
    libraries.push(folder.join(EDITOR_LIBRARY));
    let mut options = references(managed)?;
    options.retain(|option| !option.contains("UnityEngine"));
    options.extend(libraries.iter().map(|library| format!("-r:{}", library.display())));
    Ok(options)
}

struct Compiler<'e> {
    options: Vec<String>,
    in_editor: bool,
    symbols: BTreeSet<String>,
    folder: PathBuf,
    enums: &'e Enums,
}

impl Compiler<'_> {
    /// Compiles the assemblies and returns which types and members of Unity they use. `known` replaces an assembly that
    /// does not compile, if its sources are the same under both sets of symbols: the double lacks modules of Unity.
    fn units(&self, assemblies: &[&Assembly], known: &Units) -> Result<Units> {
        std::fs::create_dir_all(&self.folder)?;
        let mut units = Units::new();
        let mut options = self.options.clone();
        for assembly in assemblies {
            let tested = tested_symbols(std::slice::from_ref(*assembly))?;
            let symbols: BTreeSet<String> = self.symbols.intersection(&tested).cloned().collect();
            let used = match self.used(assembly, &options) {
                Ok(used) => {
                    options.push(format!("-r:{}", self.library(assembly).display()));
                    used
                }
                Err(error) => match known.get(&assembly.name).filter(|unit| unit.symbols == symbols) {
                    Some(unit) => unit.used.clone(),
                    None => return Err(error),
                },
            };
            units.insert(assembly.name.clone(), Unit { symbols, used });
        }
        Ok(units)
    }

    fn library(&self, assembly: &Assembly) -> PathBuf {
        self.folder.join(format!("{}.dll", assembly.name))
    }

    fn used(&self, assembly: &Assembly, options: &[String]) -> Result<BTreeSet<Used>> {
        let defined: BTreeSet<String> = self.symbols.iter().chain(&assembly.package_symbols).cloned().collect();
        let all = defined.iter().map(String::as_str).collect::<Vec<_>>().join(";");
        let mut own = options.to_vec();
        own.extend((!all.is_empty()).then(|| format!("-define:{all}")));
        let library = self.library(assembly);
        let what = || format!("{} with the symbols {all}", assembly.name);
        compile(&assembly.sources, "library", &library, &own).with_context(what)?;
        let mut used = used_in(&library, self.in_editor)?;
        let symbols = Symbols {
            defined,
            ..Symbols::default()
        };
        for source in &assembly.sources {
            let values = used_values(&std::fs::read_to_string(source)?, &symbols, self.enums);
            used.extend(values.into_iter().map(|(from, key)| Used {
                key,
                by: assembly.name.clone(),
                from,
                in_editor: self.in_editor,
            }));
        }
        Ok(used)
    }
}

/// Returns the types and members of Unity that a compiled assembly refers to.
pub(crate) fn used_in(library: &Path, in_editor: bool) -> Result<BTreeSet<Used>> {
    let by = library.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let found = read_references(&std::fs::read(library)?).with_context(|| by.clone())?;
    ensure!(found.unread == 0, "{by}: {} references are unreadable", found.unread);
    let of_unity = found.all.iter().filter(|reference| is_of_unity(&reference.assembly));
    let used = of_unity.map(|reference| Used {
        key: key(reference),
        by: by.clone(),
        from: reference.assembly.clone(),
        in_editor,
    });
    Ok(used.collect())
}

/// Returns true for an assembly of Unity itself or of a package by Unity.
fn is_of_unity(assembly: &str) -> bool {
    ["UnityEngine", "UnityEditor", "Unity"]
        .iter()
        .any(|name| assembly == *name || assembly.starts_with(&format!("{name}.")))
}

/// Returns the row that a reference needs.
fn key(reference: &Reference) -> Key {
    let (member, signature) = match &reference.target {
        Target::Type => (WHOLE_TYPE, WHOLE_TYPE.to_owned()),
        Target::Field { name, ty } => (name.as_str(), ty.csharp()),
        Target::Method {
            name,
            is_static,
            type_params,
            params,
            ret,
        } => (name.as_str(), signature(*is_static, *type_params, params, ret)),
    };
    Key {
        declaring: reference.declaring.full_name(),
        member: member.to_owned(),
        signature,
    }
}

/// Returns the signature of a method as the table has it: `static !!0 <1>(UnityEngine.Vector3, float)`.
pub(crate) fn signature(is_static: bool, type_params: usize, params: &[TypeRef], ret: &TypeRef) -> String {
    let params: Vec<String> = params.iter().map(TypeRef::csharp).collect();
    let (word, params) = (if is_static { "static " } else { "" }, params.join(", "));
    match type_params {
        0 => format!("{word}{} ({params})", ret.csharp()),
        count => format!("{word}{} <{count}>({params})", ret.csharp()),
    }
}

/// Returns the folder of the package, and that of the assemblies to compile against. `None`, announced, if mono or the
/// assemblies are missing.
pub(crate) fn inputs(what: &str) -> Result<Option<(PathBuf, PathBuf)>> {
    if !tests_support::mono::mono(what)? {
        return Ok(None);
    }
    let package = paths::root().join("sdk/unity/com.unity-tools.bridge");
    Ok(environment::unity_assemblies(what)?.map(|managed| (package, managed)))
}
