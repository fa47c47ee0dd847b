//! Names in findings: the path of the object, the index of the component, the path of the field. Findings about
//! overrides that no longer apply are dropped: Unity ignores these overrides, and real projects contain many.

use super::applied_overrides::{self, Applies};
use host_bridge::{ReferenceFinding, ReferenceProblem};
use std::cell::OnceCell;
use unity_fields::property::PropertyPath;
use unity_fields::{Source, class};
use unity_files::has_extension;
use unity_project::asset_kind::script_of;
use unity_project::expand::{Flat, Library, Places, UniquePaths};
use unity_project::missing::{Lost, Spot, Wrong};
use unity_yaml::{Document, Guid};

const OF_OPAQUE: &str = "overrides on an instance whose source (a model file, a missing prefab) can't be read without Unity: it is not known whether they still apply";

const OF_UNKNOWN_FIELD: &str = "overrides of a field that the prefab's file lacks: whether the component's class has the field can't be checked, because its source is not in the folder";

/// Maximum length in bytes of a path or member name in a finding; a longer text is shortened.
const MAX_NAME: usize = 2_000;

/// Returns the findings in file order, with the names of their objects.
pub(crate) fn name_findings(library: &mut Library, source: &Source, lost: Vec<Lost>) -> Vec<ReferenceFinding> {
    if lost.is_empty() {
        return Vec::new();
    }
    let has_objects = has_extension(&source.path, "unity") || has_extension(&source.path, "prefab");
    // For a file that cannot be expanded, the findings have no objects.
    let flat = has_objects.then(|| library.scene(&source.path).ok()).flatten();
    let names = Names::new(library, source, flat.as_ref());
    let applies = applied_overrides::decide_applies(library, source, &names.places, &lost);
    let all = lost.iter().enumerate();
    all.filter_map(|(at, lost)| names.finding(lost, applies.get(&at).copied()))
        .collect()
}

struct Names<'a> {
    library: &'a Library,
    source: &'a Source,
    places: Places<'a>,
    paths: OnceCell<UniquePaths>,
}

impl<'a> Names<'a> {
    fn new(library: &'a Library, source: &'a Source, flat: Option<&'a Flat>) -> Self {
        Self {
            library,
            source,
            places: Places::new(&source.path, flat),
            paths: OnceCell::new(),
        }
    }

    /// Returns the unique path of an object; siblings with the same name have numbers.
    fn path_of(&self, at: usize) -> Option<String> {
        let flat = self.places.flat()?;
        let paths = self.paths.get_or_init(|| UniquePaths::from_flat(flat));
        Some(short(&paths.path(flat, at)))
    }

    fn finding(&self, lost: &Lost, applies: Option<Applies>) -> Option<ReferenceFinding> {
        let document = self.source.document(lost.document)?;
        let mut place = self.places.place_of_document(lost.document);
        let (object, member) = match &lost.spot {
            Spot::Script => (place.map(|place| place.0), None),
            Spot::Field(path) => match document.class() {
                class::GAME_OBJECT => (self.places.object(0, document.id()), Some(path.clone())),
                class::PREFAB_INSTANCE => (self.places.root(document.id()), Some(path.clone())),
                _ => (place.map(|place| place.0), Some(path.clone())),
            },
            Spot::Override { target, path, .. } => {
                let instance = document.id();
                let known = self.places.place_of_target(instance, *target);
                if applies.is_none() {
                    let unknown =
                        known.is_none_or(|place| self.places.component(place).is_none_or(|one| one.text.is_none()));
                    let untold = self.places.flat().is_none() || self.places.is_opaque(instance);
                    return (unknown && untold).then(|| self.opaque_finding(lost, path, &document));
                }
                place = known;
                (known.map(|place| place.0), Some(short_path(path)))
            }
        };
        let object_path = object.and_then(|at| self.path_of(at));
        let owner = object_path
            .as_ref()
            .map(|path| format!(" on GameObject '{path}'"))
            .unwrap_or_default();
        let index = place.and_then(|place| u32::try_from(place.1).ok());
        let type_name = place.and_then(|place| self.places.component(place)).map_or_else(
            || document.type_name().chars().take(80).collect(),
            |component| {
                let name = self.library.types().name(component.kind);
                short(name.rsplit('.').next().unwrap_or(&name))
            },
        );
        let words = Words {
            type_name: &type_name,
            member: member.as_deref().unwrap_or_default(),
            owner: &owner,
            index,
        };
        let (problem, context) = match (&lost.wrong, &lost.spot) {
            (wrong, Spot::Override { .. })
                if applies == Some(Applies::Untold) && !matches!(wrong, Wrong::OnlyMeta(_)) =>
            {
                (ReferenceProblem::Unverifiable, OF_UNKNOWN_FIELD.to_owned())
            }
            _ => self.problem(lost, &document, &words),
        };
        Some(ReferenceFinding {
            guid: self.guid(lost, &document),
            problem,
            path: self.source.path.clone(),
            object_path,
            component_index: index,
            member,
            context,
        })
    }

    /// Returns what is wrong with a missing reference, as kind and as sentence.
    fn problem(&self, lost: &Lost, document: &Document<'_>, words: &Words<'_>) -> (ReferenceProblem, String) {
        let Words {
            type_name,
            member,
            owner,
            index,
        } = *words;
        match (&lost.wrong, &lost.spot) {
            (Wrong::OnlyMeta(path), _) => (ReferenceProblem::OnlyMeta, only_meta(path)),
            (Wrong::NotCompiled(path, why), _) => (
                ReferenceProblem::Unverifiable,
                format!("{} belongs to {why}", short(path)),
            ),
            (Wrong::Package(Some(class)), _) => (
                ReferenceProblem::Unverifiable,
                match self.library.project().absent.hides_files() {
                    false => format!("{} belongs to a package that is not on disk", short(class)),
                    true => format!(
                        "{} may belong to {}",
                        short(class),
                        self.library.project().absent.phrase()
                    ),
                },
            ),
            (Wrong::Package(None), _) => (
                ReferenceProblem::Unverifiable,
                format!(
                    "a script whose guid no asset of the project has may belong to {}",
                    self.library.project().absent.phrase()
                ),
            ),
            (Wrong::MaybePackage(_), _) => (
                ReferenceProblem::Unverifiable,
                format!(
                    "an asset whose guid no asset of the project has may belong to {}",
                    self.library.project().absent.phrase()
                ),
            ),
            (Wrong::NoType(class, why), _) => {
                let context = format!(
                    "{type_name}.{member}{owner} refers to an object of the class {}, which is missing: {}",
                    short(&class.full_name()),
                    short(why)
                );
                (ReferenceProblem::MissingType, context)
            }
            (Wrong::MaybeType(class, why), _) => (
                ReferenceProblem::Unverifiable,
                format!(
                    "whether the class {} exists cannot be checked: {}",
                    short(&class.full_name()),
                    short(why)
                ),
            ),
            (Wrong::NoCall(what), _) => (
                ReferenceProblem::MissingMethod,
                format!("{type_name}.{member}{owner} {what}"),
            ),
            (wrong, Spot::Script) => {
                let nowhere = missing_target(wrong);
                let of = match wrong {
                    Wrong::NoScript => nowhere,
                    _ => format!("its script is {nowhere}"),
                };
                let what = match index {
                    Some(index) => format!("Missing script component at index {index}{owner}"),
                    None => "Missing script of an object in the file".to_owned(),
                };
                let remark = match script_of(document).identifier.trim() {
                    "" => String::new(),
                    identifier => format!("; the file calls its class {}", short(identifier)),
                };
                (ReferenceProblem::MissingScript, format!("{what}: {of}{remark}"))
            }
            (wrong, _) => {
                let nowhere = missing_target(wrong);
                let context = format!("{type_name}.{member}{owner} refers to {nowhere}");
                (ReferenceProblem::BrokenReference, context)
            }
        }
    }

    /// Returns the guid of the asset to which the reference refers, even if the asset does not exist.
    fn guid(&self, lost: &Lost, document: &Document<'_>) -> Option<String> {
        if let Wrong::NoType(class, _) = &lost.wrong {
            return Some(class.identity());
        }
        let guid = match (&lost.wrong, &lost.spot) {
            (Wrong::NowhereGuid(guid) | Wrong::MaybePackage(guid), _) => *guid,
            (Wrong::NotHeld(_, path) | Wrong::OnlyMeta(path), _) => self.library.project().index.guid(path)?,
            (_, Spot::Script) => script_of(document).file.guid,
            (_, Spot::Override { reference, .. }) => reference.guid,
            (_, Spot::Field(_)) => Guid::default(),
        };
        (!guid.is_none()).then(|| guid.to_string())
    }

    fn opaque_finding(&self, lost: &Lost, path: &str, document: &Document<'_>) -> ReferenceFinding {
        let root = self.places.root(document.id());
        let (problem, context) = match &lost.wrong {
            Wrong::OnlyMeta(asset) => (ReferenceProblem::OnlyMeta, only_meta(asset)),
            _ => (ReferenceProblem::Unverifiable, OF_OPAQUE.to_owned()),
        };
        ReferenceFinding {
            guid: self.guid(lost, document),
            problem,
            path: self.source.path.clone(),
            object_path: root.and_then(|at| self.path_of(at)),
            component_index: None,
            member: Some(short_path(path)),
            context,
        }
    }
}

/// The names that the sentence about one missing reference contains.
struct Words<'w> {
    type_name: &'w str,
    member: &'w str,
    /// The text ` on GameObject '…'`, or empty if the object is unknown.
    owner: &'w str,
    index: Option<u32>,
}

/// Returns the end of a sentence that describes the missing target of a reference.
fn missing_target(wrong: &Wrong) -> String {
    match wrong {
        Wrong::NoScript => "its script reference is empty".to_owned(),
        Wrong::NowhereGuid(guid) => format!("guid {guid}, which no asset of the project has"),
        Wrong::NowhereId(id) => format!("fileID {id}, which the file does not have"),
        Wrong::NotAScript(path) => format!("{}, which is no script", short(path)),
        Wrong::ScriptGone(path) => format!("{}, whose file is gone while its .meta is left", short(path)),
        Wrong::NotHeld(id, path) => format!("fileID {id} of {}, which that asset does not hold", short(path)),
        Wrong::Package(_)
        | Wrong::MaybePackage(_)
        | Wrong::Untold(_)
        | Wrong::OnlyMeta(_)
        | Wrong::NoType(..)
        | Wrong::MaybeType(..)
        | Wrong::NoCall(_)
        | Wrong::NotCompiled(..) => String::new(),
    }
}

fn only_meta(asset: &str) -> String {
    format!(
        "only the .meta of {} is in this folder: missing for Unity, or left out of this copy",
        short(asset)
    )
}

/// Shortens a long text. A file can contain names of any length, and one name can be in thousands of findings.
fn short(text: &str) -> String {
    if text.len() <= MAX_NAME {
        return text.to_owned();
    }
    let start: String = text.chars().take(MAX_NAME / 4).collect();
    format!("{start}…")
}

/// Converts Unity's notation to the shorter one: `list[2].icon` from `list.Array.data[2].icon`.
fn short_path(path: &str) -> String {
    PropertyPath::parse(path).map_or_else(|_| short(path), |path| short(&path.to_string()))
}
