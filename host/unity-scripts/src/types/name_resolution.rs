//! Resolves ambiguous type names in a source by C#'s rules (`host_csharp::Names`). If several types share a short name,
//! the full name replaces it.

use super::external_names::means_more;
use super::places::Places;
use super::type_text::{AMBIGUOUS, FIXED, MAX_TEXT, OWN, item_type, plain};
use super::written_fields::{is_buffer, serialized_name};
use host_csharp::{Declared, Field, Meaning, Names, SourceFile, words_in};
use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of files that declare types with the same short name; if there are more, the name is not resolved.
/// `MAX_FILES` limits the files that are parsed to resolve the names in one source.
const MAX_PLACES: usize = 64;
const MAX_FILES: usize = 128;

pub(super) struct Spelled<'s> {
    places: &'s Places,
    file: &'s SourceFile,
    /// Names of the types to which ambiguous names in this source can refer; created when first needed.
    names: OnceCell<Names>,
    /// True to resolve also names that only one source declares, because they can mean a type without a source.
    is_thorough: bool,
}

impl<'s> Spelled<'s> {
    pub(super) fn new(places: &'s Places, file: &'s SourceFile) -> Self {
        Self {
            places,
            file,
            names: OnceCell::new(),
            is_thorough: false,
        }
    }

    pub(super) fn path(&self) -> &str {
        &self.file.name
    }

    /// Returns true if a source of the project certainly declares the type of the field. It is slower than `field`.
    pub(super) fn is_own(places: &Places, file: &SourceFile, field: &str) -> bool {
        let thorough = Spelled {
            is_thorough: true,
            ..Spelled::new(places, file)
        };
        let mut told = file.types().flat_map(|at| {
            let fields = at.detail().map(|detail| detail.fields.as_slice()).unwrap_or_default();
            let named = fields.iter().filter(|known| serialized_name(known) == field);
            named.map(move |known| (known, at))
        });
        let is_own = |(known, at)| item_type(&thorough.field(known, at)).starts_with(OWN);
        let mut any = false;
        told.all(|one| {
            any = true;
            is_own(one)
        }) && any
    }

    /// Returns the type of a serialized field, without spaces. The full name replaces an ambiguous name, with the
    /// prefix `global::` if a source of the project declares the type.
    pub(super) fn field(&self, field: &Field, at: Declared<'_>) -> String {
        let type_name = plain(&field.type_name);
        match is_buffer(field) {
            true => format!("{FIXED}{type_name}"),
            false => self.spell(&type_name, at),
        }
    }

    /// Returns a base type's text without spaces; ambiguous names in its type arguments are replaced by full names.
    pub(super) fn base(&self, base: &str, at: Declared<'_>) -> String {
        let base = plain(base);
        match base.find('<') {
            Some(start) => {
                let (name, arguments) = base.split_at(start);
                format!("{name}{}", self.spell(arguments, at))
            }
            None => base,
        }
    }

    fn spell(&self, text: &str, at: Declared<'_>) -> String {
        if text.len() > MAX_TEXT {
            return text.to_owned();
        }
        let mut spelled = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_of_name) {
            let (before, from) = rest.split_at(start);
            spelled.push_str(before);
            let end = from
                .find(|letter| !is_of_name(letter) && letter != '.')
                .unwrap_or(from.len());
            let (name, after) = from.split_at(end);
            // `Pool<A>.Part`, `alias::A` and the alias itself are already unambiguous.
            let is_told = spelled.ends_with(['.', ':']) || after.starts_with("::");
            let other = || self.full_form(name, arity(after), at);
            match Some(is_told).filter(|told| !told).and_then(|_| other()) {
                Some(other) => spelled.push_str(&other),
                None => spelled.push_str(name),
            }
            rest = after;
        }
        spelled + rest
    }

    /// Returns the full name that replaces an ambiguous name; `None` if the name stays unchanged.
    fn full_form(&self, name: &str, arity: usize, at: Declared<'_>) -> Option<String> {
        let short = name.rsplit('.').next()?;
        if !self.is_in_doubt(short) {
            return None;
        }
        match self.names().meaning(name, arity, at) {
            Meaning::Own(name) => Some(format!("{OWN}{}", name.joined_by_dots())),
            Meaning::Known(name) => Some(name.joined_by_dots()),
            Meaning::Ambiguous => Some(format!("{AMBIGUOUS}{short}")),
            Meaning::Unknown => None,
        }
    }

    /// Returns true if the short name can refer to another type than the one that a source declares.
    fn is_in_doubt(&self, short: &str) -> bool {
        let count = self.places.files(short).len();
        let is_open = || self.is_thorough || self.places.has_several(short) || means_more(short);
        (1..=MAX_PLACES).contains(&count) && is_open()
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let others = self.candidate_sources();
            Names::from_sources(std::iter::once(self.file).chain(others.iter().map(Arc::as_ref)))
        })
    }

    /// Returns the sources of the types to which ambiguous names can refer, and of the base types of the types in this
    /// source, which can have nested types.
    fn candidate_sources(&self) -> Vec<Arc<SourceFile>> {
        let mut paths: Vec<&str> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut sought: Vec<(String, bool)> = Vec::new();
        let words = |text: &str| words_in(text).map(str::to_owned).collect::<Vec<_>>();
        for detail in self.file.types().filter_map(Declared::detail) {
            let fields = detail.fields.iter().flat_map(|field| words(&field.type_name));
            sought.extend(fields.map(|word| (word, false)));
            sought.extend(
                detail
                    .bases
                    .iter()
                    .flat_map(|base| words(base))
                    .map(|word| (word, true)),
            );
        }
        let mut found: Vec<Arc<SourceFile>> = Vec::new();
        while let Some((word, is_base)) = sought.pop() {
            if !(is_base || self.is_in_doubt(&word)) || !seen.insert(word.clone()) {
                continue;
            }
            for path in self.places.files(&word).iter().take(MAX_PLACES).map(AsRef::as_ref) {
                if paths.contains(&path) || *path == *self.file.name || found.len() >= MAX_FILES {
                    continue;
                }
                paths.push(path);
                let Some(file) = self.places.parsed(path) else { continue };
                if is_base {
                    let details = file.types().filter_map(Declared::detail);
                    let bases = details.flat_map(|detail| detail.bases.iter().flat_map(|base| words(base)));
                    sought.extend(bases.map(|base| (base, true)));
                }
                found.push(file);
            }
        }
        found
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '@'
}

/// Returns the number of type arguments at the start of `after`, the text that follows a name.
fn arity(after: &str) -> usize {
    let Some(arguments) = after.strip_prefix('<') else {
        return 0;
    };
    let (mut depth, mut count) = (1_usize, 1);
    for letter in arguments.chars() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 1 => count += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests;
