//! Compiles the package for each supported version and reads from the assemblies which members of Unity they refer to.
//!
//! The metadata reader is the one of `host-csharp`, which the host uses for the assemblies of a project: it is in the
//! repository, it is tested with hostile files, and it prints types like the sources that the table is made from.
//!
//! There are assemblies of one supported version only, Unity 2022.3, and of no `UnityEditor`. So a build for another
//! version compiles with the symbols of that version, but against the assemblies of 2022.3. Such a build shows which
//! members the sources name for that version. It does not show that the compiler would find them there: that is what
//! the table is for. It also does not show which overload or base type the compiler would choose there. Code that needs
//! members newer than 2022.3 does not compile in this way; then the test prints a line and does not check that build.

use crate::assemblies::{Assembly, assemblies, tested_symbols};
use crate::enums::{Enums, used_values};
use crate::table::{Key, Table, WHOLE_TYPE};
use crate::versions::{COMPILED, VERSIONS, Version};
use anyhow::{Context, Result, ensure};
use host_csharp::{Reference, Symbols, Target, TypeRef, read_references};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tests_support::editor::unity_editor;
use tests_support::mono::compile;
use tests_support::player::references;
use tests_support::{environment, paths};

/// The folder with a C# substitute of `UnityEditor`, which the package's assembly for the editor compiles against.
const EDITOR_SUBSTITUTE: &str = "tests/unity/editor";

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
    /// The reasons why assemblies of the package were not compiled for a version.
    pub(crate) unchecked: Vec<String>,
}

/// Compiles the package for each version and place. Sets of symbols between which the sources do not distinguish are
/// compiled once. `table` adds enumerations that the compiled assemblies lack.
pub(crate) fn builds(package: &Path, managed: &Path, table: &Table) -> Result<Builds> {
    let folder = tempfile::tempdir()?;
    let assemblies = assemblies(package)?;
    let mut builds = Builds::default();
    let editor = editor_libraries(managed)?;
    if editor.is_empty() && assemblies.iter().any(|assembly| assembly.is_editor_only) {
        let why = "there are neither assemblies of UnityEditor nor sources of a substitute";
        builds.unchecked.push(format!("the assemblies for the editor: {why}"));
    }
    let mut enums = Enums::default();
    for library in engine_libraries(managed, "UnityEngine")?.iter().chain(&editor) {
        enums.add_assembly(library)?;
    }
    enums.add_table(table);
    let tested = tested_symbols(&assemblies)?;
    for (number, ((place, symbols), versions)) in symbol_sets(&tested).into_iter().enumerate() {
        let own = folder.path().join(number.to_string());
        std::fs::create_dir(&own)?;
        let in_editor = place == EDITOR;
        let mut options = references(managed)?;
        if in_editor {
            options.extend(editor.iter().map(|library| format!("-r:{}", library.display())));
        }
        let is_built = |assembly: &&Assembly| !assembly.is_editor_only || (in_editor && !editor.is_empty());
        let compiler = Compiler {
            options,
            in_editor,
            symbols,
            folder: own,
            enums: &enums,
        };
        match compiler.used(&assemblies.iter().filter(is_built).collect::<Vec<_>>()) {
            Ok(used) => builds.all.push(Build { versions, used }),
            Err(error) if versions.iter().all(|version| version.line != COMPILED) => {
                let lines: Vec<&str> = versions.iter().map(|version| version.line).collect();
                let why = format!("{place} of {}: {error:#}", lines.join(", "));
                builds.unchecked.push(why);
            }
            Err(error) => return Err(error),
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

fn engine_libraries(managed: &Path, prefix: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(managed).with_context(|| format!("cannot list {}", managed.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(prefix) && name.ends_with(".dll") {
            found.push(managed.join(name));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the assemblies with `UnityEditor`: those in `managed`, else the compiled substitute, else none.
fn editor_libraries(managed: &Path) -> Result<Vec<PathBuf>> {
    let found = engine_libraries(managed, "UnityEditor")?;
    let substitute = paths::root().join(EDITOR_SUBSTITUTE);
    if !found.is_empty() || !substitute.is_dir() {
        return Ok(found);
    }
    // The assemblies of Unity itself replace the other parts of the substitute.
    Ok(unity_editor("the editor's members of Unity")?.into_iter().collect())
}

struct Compiler<'e> {
    options: Vec<String>,
    in_editor: bool,
    symbols: BTreeSet<String>,
    folder: PathBuf,
    enums: &'e Enums,
}

impl Compiler<'_> {
    /// Compiles the assemblies and returns which types and members of Unity they use.
    fn used(&self, assemblies: &[&Assembly]) -> Result<BTreeSet<Used>> {
        let mut used = BTreeSet::new();
        let mut options = self.options.clone();
        for assembly in assemblies {
            let defined: BTreeSet<String> = self.symbols.iter().chain(&assembly.package_symbols).cloned().collect();
            let all = defined.iter().map(String::as_str).collect::<Vec<_>>().join(";");
            let mut own = options.clone();
            own.extend((!all.is_empty()).then(|| format!("-define:{all}")));
            let library = self.folder.join(format!("{}.dll", assembly.name));
            let what = || format!("{} with the symbols {all}", assembly.name);
            compile(&assembly.sources, "library", &library, &own).with_context(what)?;
            used.extend(used_in(&library, self.in_editor)?);
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
            options.push(format!("-r:{}", library.display()));
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
