//! Collects a class and its base classes in the project, from all files of partial classes, with the arguments for
//! their type parameters.

use super::class::Declaration;
use super::stem;
use crate::csharp_sources::Memo;
use crate::types::Types;
use crate::types::name_resolution::Spelled;
use crate::types::type_text::{Arguments, split};
use host_csharp::SourceFile;
use std::sync::Arc;
use unity_fields::{base_names, bases_of};

/// Maximum number of base classes of a script's class that are read; further base classes are ignored.
const MAX_BASES: usize = 8;

/// Maximum number of C# sources that are parsed for one partial class, or to find one base class.
const MAX_PARTS: usize = 64;

/// Cache of class declarations by path, class name and number of type parameters (`None` for any number).
pub(in crate::types) type Declarations = Memo<(String, String, Option<usize>), Option<Arc<Declaration>>>;

pub(super) struct Link {
    pub(super) declaration: Arc<Declaration>,
    pub(super) arguments: Arguments,
}

impl Types {
    /// Returns the class of a script file (the one with the file's name), its base classes in the project, and the base
    /// type of the last one.
    pub(super) fn chain(&self, path: &str) -> Option<(Vec<Link>, String)> {
        let declaration = self.declaration(path, stem(path), None)?;
        let mut chain = vec![Link {
            declaration,
            arguments: Arguments::default(),
        }];
        while let Some(last) = chain.last().filter(|_| chain.len() <= MAX_BASES) {
            match self.base(last) {
                Some(base) => chain.push(base),
                None => break,
            }
        }
        let bases = &chain.last()?.declaration.bases;
        let root = root(bases.iter().map(|base| split(base).0).collect());
        Some((chain, root))
    }

    fn base(&self, of: &Link) -> Option<Link> {
        of.declaration.bases.iter().find_map(|base| {
            let (name, arguments) = split(&of.arguments.fill(base)?);
            let declaration = self.class_named(&name, arguments.len(), &of.declaration.around)?;
            let arguments = Arguments::new(&declaration.params, &arguments)?;
            Some(Link { declaration, arguments })
        })
    }

    /// Returns the project's class to which `name` refers in the namespace `around`; `arity` counts its type arguments.
    fn class_named(&self, name: &str, arity: usize, around: &str) -> Option<Arc<Declaration>> {
        let short = name.rsplit('.').next().filter(|short| !short.is_empty())?;
        let of_its_name = self.guids_of(short).map(|(path, _)| path).collect::<Vec<_>>();
        let found = self.nearest(&of_its_name, name, arity, around);
        // For Unity's own names no source is searched.
        let is_engine =
            !bases_of(short).is_empty() || base_names().any(|known| known.rsplit('.').next() == Some(short));
        if found.is_some() || is_engine {
            return found;
        }
        let survey = self.survey();
        let places: Vec<String> = survey.files_of(short, MAX_PARTS).map(str::to_owned).collect();
        self.nearest(&places, name, arity, around)
    }

    /// Returns the class `name` in the sources `paths`; of several, the one in its own or the nearest namespace.
    fn nearest(&self, paths: &[String], name: &str, arity: usize, around: &str) -> Option<Arc<Declaration>> {
        let (before, short) = name.rsplit_once('.').unwrap_or(("", name));
        let nearness = |found: &Declaration| match before {
            "" if is_around(&found.around, around) => 1 + found.around.len(),
            "" => 0,
            before => usize::from(found.around == before || found.around.ends_with(&format!(".{before}"))),
        };
        let mut best: Option<Arc<Declaration>> = None;
        for found in paths
            .iter()
            .filter_map(|path| self.declaration(path, short, Some(arity)))
        {
            if best.as_ref().is_none_or(|best| nearness(&found) > nearness(best)) {
                best = Some(found);
            }
        }
        best
    }

    /// Returns the declaration of a class from all its parts. It is cached, because many classes can share one base.
    fn declaration(&self, path: &str, name: &str, arity: Option<usize>) -> Option<Arc<Declaration>> {
        let key = (path.to_owned(), name.to_owned(), arity);
        self.declarations
            .get(&key, || self.read_declaration(path, name, arity).map(Arc::new))
    }

    fn read_declaration(&self, path: &str, name: &str, arity: Option<usize>) -> Option<Declaration> {
        let survey = self.survey();
        let find = |file: &SourceFile, arity| {
            let spelled = Spelled::new(survey.places(), file);
            Declaration::find(file, name, arity, &spelled)
        };
        let own = find(&*self.source(path)?, arity)?;
        if !own.is_partial {
            return Some(own);
        }
        // The compiler gets sources in order of their paths, and Unity writes fields in the order of the parts.
        let mut places: Vec<&str> = survey.files_of(name, MAX_PARTS).collect();
        places.sort_unstable();
        let mut all: Option<Declaration> = None;
        let arity = Some(own.params.len());
        for place in places {
            let part = self.source(place).and_then(|file| find(&file, arity));
            match (part.filter(|part| part.is_same(&own)), &mut all) {
                (Some(part), Some(all)) => all.unite(part),
                (Some(part), None) => all = Some(part),
                (None, _) => {}
            }
        }
        all.or(Some(own))
    }

    fn source(&self, path: &str) -> Option<Arc<SourceFile>> {
        self.sources.get(&self.project, path).parsed()
    }
}

fn is_around(outer: &str, inner: &str) -> bool {
    outer.is_empty() || outer == inner || inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

/// Chooses the base class among base types outside the project: a class of Unity, otherwise the first name that does
/// not look like an interface, otherwise the first name.
fn root(bases: Vec<String>) -> String {
    let short = |base: &String| base.rsplit('.').next().unwrap_or(base).to_owned();
    let is_interface = |base: &&String| {
        let short = short(base);
        let mut letters = short.chars();
        letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase)
    };
    let of_unity = |base: &&String| {
        let short = short(base);
        base_names().any(|known| known.rsplit('.').next() == Some(&short))
    };
    let found = bases.iter().find(|base| of_unity(base) && !is_interface(base));
    let found = found.or_else(|| bases.iter().find(|base| !is_interface(base)));
    found.or(bases.first()).cloned().unwrap_or_default()
}
