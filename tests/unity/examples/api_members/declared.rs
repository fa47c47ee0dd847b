//! The declarations of one version of Unity: all its sources, parsed, with an index that resolves names.

use crate::repository::Revision;
use crate::versions::Version;
use anyhow::{Context, Result};
use host_csharp::{
    Attribute, Declared, Modifiers, SourceFile, Symbols, TypeIndex, TypeInfo, TypeKind, TypeLookup, parse_whole,
    read_assembly,
};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use tests_support::environment::announce;

/// Symbols that the assemblies of the editor are compiled with, and symbols of installed packages that uGUI tests.
const DEFINED: &str = "UNITY_EDITOR UNITY_EDITOR_64 UNITY_64 UNITY_STANDALONE ENABLE_MONO ENABLE_UNITYEVENTS UNITY_ASSERTIONS \
     PACKAGE_PHYSICS PACKAGE_PHYSICS2D PACKAGE_TILEMAP PACKAGE_ANIMATION PACKAGE_UITOOLKIT";

const EDITOR: &str = "UNITY_EDITOR";

/// The declarations of one version.
pub(crate) struct Sources {
    pub(crate) index: TypeIndex,
    files: HashMap<String, Arc<SourceFile>>,
    texts: HashMap<String, String>,
    /// The sources and the positions in them that declare a type, by its full name.
    declared: HashMap<String, Vec<(Arc<SourceFile>, usize)>>,
    symbols: Symbols,
}

impl Sources {
    /// Reads and parses all sources of these revisions. `dotnet` are assemblies with types that the sources name.
    pub(crate) fn read(revisions: &[Revision], version: Version, dotnet: &[PathBuf]) -> Result<Self> {
        let symbols = Symbols {
            defined: DEFINED
                .split_whitespace()
                .map(str::to_owned)
                .chain(version.symbols())
                .collect(),
            undefined: version.later_symbols().into_iter().collect(),
        };
        let mut texts = HashMap::new();
        for (number, revision) in revisions.iter().enumerate() {
            let sources = revision.sources()?.into_iter();
            texts.extend(sources.map(|(path, text)| (format!("{number}/{path}"), text)));
        }
        let mut files = HashMap::new();
        for (path, text) in &texts {
            match parse_whole(path, text, &symbols, &mut || true) {
                Ok(file) => {
                    files.insert(path.clone(), Arc::new(file));
                }
                Err(error) => announce(&format!("not read: {error}")),
            }
        }
        let mut assemblies = Vec::new();
        for library in dotnet.iter().filter(|library| library.is_file()) {
            let bytes = std::fs::read(library)?;
            let file = read_assembly("dotnet", &bytes).with_context(|| library.display().to_string())?;
            assemblies.push(Arc::new(file));
        }
        let mut sorted: Vec<Arc<SourceFile>> = files.values().cloned().collect();
        sorted.sort_by(|a, b| a.name.cmp(&b.name));
        let mut declared: HashMap<String, Vec<(Arc<SourceFile>, usize)>> = HashMap::new();
        for file in &sorted {
            for (at, one) in file.types().enumerate() {
                let places = declared.entry(one.type_name().full_name()).or_default();
                places.push((Arc::clone(file), at));
            }
        }
        Ok(Self {
            index: TypeIndex::build(&sorted, &assemblies),
            files,
            texts,
            declared,
            symbols,
        })
    }

    /// Finds a type that the sources declare, by its full name as Mono.Cecil prints it.
    pub(crate) fn find(&self, full_name: &str) -> Option<&TypeInfo> {
        match self.index.find_type(full_name) {
            TypeLookup::Found(info) if info.name.full_name() == full_name => Some(info),
            _ => None,
        }
    }

    /// Returns the declarations of a type: more than one if it is partial.
    pub(crate) fn declarations(&self, full_name: &str) -> impl Iterator<Item = Declared<'_>> {
        let places = self.declared.get(full_name).into_iter().flatten();
        places.filter_map(|(file, at)| file.types().nth(*at))
    }

    pub(crate) fn kind(&self, full_name: &str) -> Option<&'static str> {
        Some(match self.find(full_name)?.kind() {
            TypeKind::Class | TypeKind::Record => "class",
            TypeKind::Struct | TypeKind::RecordStruct => "struct",
            TypeKind::Interface => "interface",
            TypeKind::Enum => "enum",
            TypeKind::Delegate => "delegate",
        })
    }

    /// Returns true if the declaration at `place` remains without `UNITY_EDITOR`.
    pub(crate) fn is_in_players(&self, place: &Place) -> bool {
        let text = self.texts.get(&place.file).filter(|text| text.contains(EDITOR));
        let Some(text) = text else { return true };
        let mut symbols = self.symbols.clone();
        symbols.defined.remove(EDITOR);
        symbols.undefined.insert(EDITOR.to_owned());
        let Ok(file) = parse_whole(&place.file, text, &symbols, &mut || true) else {
            return true;
        };
        let mut types = file
            .types()
            .filter(|one| one.type_name().full_name() == place.declaring);
        match &place.mark {
            None => types.next().is_some(),
            Some(wanted) => types.any(|one| {
                let mut all = marks(one).into_iter();
                all.any(|mark| (&mark.name, mark.line) == (&wanted.0, wanted.1))
            }),
        }
    }

    pub(crate) fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(path)
    }
}

/// The place of a declaration in the sources.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) declaring: String,
    /// The name and the line of a member; `None` for the type itself.
    pub(crate) mark: Option<(String, usize)>,
}

/// The words and attributes of the declaration of a member.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) modifiers: Modifiers,
    pub(crate) attributes: Vec<Attribute>,
}

/// Returns the declarations of methods, fields, properties, events and values of an enumeration.
pub(crate) fn marks(declared: Declared<'_>) -> Vec<Mark> {
    let Some(detail) = declared.detail() else {
        return Vec::new();
    };
    let mark = |name: &str, line: usize, modifiers: Modifiers, attributes: &[Attribute]| Mark {
        name: name.to_owned(),
        line,
        modifiers,
        attributes: attributes.to_vec(),
    };
    let methods = detail
        .methods
        .iter()
        .map(|m| mark(&m.name, m.line, m.modifiers, &m.attributes));
    let others = detail
        .others
        .iter()
        .map(|m| mark(&m.name, m.line, m.modifiers, &m.attributes));
    let fields = detail.fields.iter().filter(|field| !field.is_property);
    let fields = fields.map(|f| mark(&f.name, f.line, f.modifiers, &f.attributes));
    let values = detail
        .constants
        .iter()
        .map(|c| mark(&c.name, 0, Modifiers::default(), &c.attributes));
    methods.chain(others).chain(fields).chain(values).collect()
}
