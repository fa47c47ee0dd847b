//! The members of Unity's enumerations that the sources of the package name. The compiler replaces them by their values,
//! so they are not in the metadata of the compiled assemblies.
//!
//! They are found by names: `LogType.Error` is a member of each enumeration `LogType` that has the value `Error` and
//! whose namespace the source imports. Other constants of Unity, such as `Mathf.PI`, are not found.

use crate::table::{ENUM_VALUE, Key, Table};
use anyhow::{Context, Result};
use host_csharp::{Symbols, TypeKind, active_text, dotted_names, read_assembly};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Enumerations by their name without namespace and outer types.
#[derive(Debug, Default)]
pub(crate) struct Enums(BTreeMap<String, Vec<Enumeration>>);

#[derive(Debug)]
struct Enumeration {
    full_name: String,
    namespace: String,
    assembly: String,
    values: BTreeSet<String>,
}

impl Enums {
    /// Adds the enumerations of a compiled assembly.
    pub(crate) fn add_assembly(&mut self, library: &Path) -> Result<()> {
        let assembly = library.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(library).with_context(|| format!("cannot read {}", library.display()))?;
        let file = read_assembly(&assembly, &bytes).with_context(|| assembly.clone())?;
        for info in file.types().filter(|info| info.kind() == TypeKind::Enum) {
            let fields = info.compiled.iter().flat_map(|compiled| &compiled.fields);
            let values = fields
                .filter(|field| field.constant.is_some())
                .map(|field| field.name.clone());
            self.add(Enumeration {
                full_name: info.name.full_name(),
                namespace: info.name.namespace.clone(),
                assembly: assembly.clone(),
                values: values.collect(),
            });
        }
        Ok(())
    }

    /// Adds the enumerations of the table, because newer versions have values that the compiled assemblies lack.
    pub(crate) fn add_table(&mut self, table: &Table) {
        for key in table.rows.keys().filter(|key| key.signature == ENUM_VALUE) {
            let (namespace, _) = key.declaring.rsplit_once('.').unwrap_or_default();
            self.add(Enumeration {
                full_name: key.declaring.clone(),
                namespace: namespace.to_owned(),
                assembly: String::new(),
                values: [key.member.clone()].into(),
            });
        }
    }

    fn add(&mut self, enumeration: Enumeration) {
        let short = enumeration.full_name.rsplit(['.', '/']).next().unwrap_or_default();
        let alike = self.0.entry(short.to_owned()).or_default();
        match alike.iter_mut().find(|known| known.full_name == enumeration.full_name) {
            Some(known) => known.values.extend(enumeration.values),
            None => alike.push(enumeration),
        }
    }
}

/// Returns the values of Unity's enumerations that a source names under these symbols, each with the assembly that
/// declares the enumeration.
pub(crate) fn used_values(source: &str, symbols: &Symbols, enums: &Enums) -> BTreeSet<(String, Key)> {
    let text = active_text(source, symbols);
    let names = dotted_names(&text);
    let imported = |namespace: &str| {
        let parts: Vec<&str> = namespace.split('.').collect();
        let mut pairs = names.iter().zip(names.iter().skip(1));
        pairs.any(|(first, second)| *first == ["using"] && *second == parts)
            || names.iter().any(|n| n.starts_with(&parts))
    };
    let mut found = BTreeSet::new();
    for pair in names.iter().flat_map(|names| names.windows(2)) {
        let [short, value] = pair else { continue };
        for known in enums.0.get(*short).into_iter().flatten() {
            if known.values.contains(*value) && imported(&known.namespace) {
                let key = Key {
                    declaring: known.full_name.clone(),
                    member: (*value).to_owned(),
                    signature: ENUM_VALUE.to_owned(),
                };
                found.insert((known.assembly.clone(), key));
            }
        }
    }
    found
}
