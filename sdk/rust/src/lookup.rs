//! Finds the object that a caller identifies by id, hierarchy path or name.
//!
//! Belongs here: finding one object by one text. Does not: lists and searches, which tools implement themselves.

mod field;
pub mod project_lookup;

pub use field::field;

use crate::ToolError;
use crate::unity::objects::{self, ObjectCard, ObjectFilter};
use crate::unity::types::{PageInfo, PageRequest};
use serde::Serialize;

/// Maximum number of matching objects that an error lists.
const SHOWN: usize = 10;

/// Maximum number of characters that an error message shows of a text from the caller.
const SHOWN_TEXT: usize = 80;

/// Maximum number of pages that a search by name reads. If there are more, the search stops with an error.
const MOST_PAGES: u32 = 40;

/// Finds the one object of the loaded scenes that `given` identifies: by id (`obj:<n>`), else by hierarchy path, else
/// by name. An id is preferred to an equal name, and a path to a name with a slash. The first slash of a path may be
/// omitted. `argument` is the name of the tool's argument, for errors.
///
/// # Errors
/// `NotFound` with similar names; `InvalidArgument` with the candidates if several objects match.
///
/// ```
/// use unity_tools::fake::{FakeObject, FakeUnity};
/// use unity_tools::lookup;
///
/// let unity = FakeUnity::new();
/// let lamp = unity.add(FakeObject::named("Lamp"));
/// assert_eq!(lookup::object("object", "/Lamp").unwrap().id, lamp);
/// assert_eq!(lookup::object("object", "Lamp").unwrap().path, "/Lamp");
/// ```
pub fn object(argument: &str, given: &str) -> Result<ObjectCard, ToolError> {
    search(&Unity, argument, given)
}

/// Source of the Unity objects among which a name or path is searched: the host, or a fake in tests.
trait World {
    fn get(&self, id: &str) -> Result<ObjectCard, ToolError>;
    fn find(&self, path: &str, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError>;
    fn list(&self, filter: &ObjectFilter, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError>;
}

struct Unity;

impl World for Unity {
    fn get(&self, id: &str) -> Result<ObjectCard, ToolError> {
        Ok(objects::get(id)?)
    }

    fn find(&self, path: &str, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError> {
        Ok(objects::find(path, page)?)
    }

    fn list(&self, filter: &ObjectFilter, page: &PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), ToolError> {
        Ok(objects::list_objects(filter, page)?)
    }
}

fn search(world: &dyn World, argument: &str, given: &str) -> Result<ObjectCard, ToolError> {
    if given.is_empty() {
        return Err(
            ToolError::invalid_argument(format!("{argument} is empty, expected an object's id, path or name"))
                .hint("such as obj:12, /Level/Door or Door"),
        );
    }
    if is_id(given) {
        return world.get(given);
    }
    if given.contains('/') {
        let slash = if given.starts_with('/') { "" } else { "/" };
        let page = PageRequest {
            limit: SHOWN as u32,
            ..PageRequest::default()
        };
        let (mut found, info) = world.find(&format!("{slash}{given}"), &page)?;
        match info.total {
            0 => {}
            1 if found.len() == 1 => return Ok(found.remove(0)),
            total => {
                number(world, &mut found);
                return Err(ambiguous(argument, given, "path", &found, Some(total)));
            }
        }
    }
    find_by_name(world, argument, given)
}

/// Makes equal hierarchy paths of the found objects unique, such as `/Spawn[1]` and `/Spawn[2]`, if the host accepts
/// these. Roots are numbered separately in each scene. Paths without a unique form stay unchanged.
#[cold]
fn number(world: &dyn World, found: &mut [ObjectCard]) {
    let mut seen: Vec<(String, Option<String>, usize)> = Vec::new();
    for card in found {
        let is_beside =
            |(scene, parent, _): &(String, Option<String>, usize)| *scene == card.scene && *parent == card.parent;
        let at = seen.iter().position(is_beside).unwrap_or_else(|| {
            seen.push((card.scene.clone(), card.parent.clone(), 0));
            seen.len() - 1
        });
        let Some((.., count)) = seen.get_mut(at) else { continue };
        *count += 1;
        let numbered = format!("{}[{count}]", card.path);
        let is_it = world
            .find(
                &numbered,
                &PageRequest {
                    limit: 2,
                    ..PageRequest::default()
                },
            )
            .is_ok_and(|(found, _)| matches!(found.as_slice(), [one] if one.id == card.id));
        if is_it {
            card.path = numbered;
        }
    }
}

/// Finds the one object with exactly this name. It compares the names again, because the host's filter ignores case and
/// matches parts, but Unity's names are case-sensitive.
fn find_by_name(world: &dyn World, argument: &str, given: &str) -> Result<ObjectCard, ToolError> {
    let filter = ObjectFilter {
        name: Some(given.to_owned()),
        ..ObjectFilter::default()
    };
    let mut page = PageRequest {
        limit: 500,
        ..PageRequest::default()
    };
    let (mut exact, mut near) = (Vec::new(), Vec::new());
    let mut seen_all = false;
    for _ in 0..MOST_PAGES {
        let (found, info) = world.list(&filter, &page)?;
        for card in found {
            if card.name == given {
                exact.push(card);
            } else if near.len() < SHOWN {
                near.push(card);
            }
        }
        let Some(next) = info.next_offset else {
            seen_all = true;
            break;
        };
        if exact.len() > SHOWN {
            break;
        }
        page.offset = next;
    }
    if exact.len() > 1 {
        let total = seen_all.then_some(exact.len() as u32);
        return Err(ambiguous(argument, given, "name", &exact, total));
    }
    if !seen_all {
        let message = format!(
            "{argument} is {}, which too many names contain to search them all",
            quote_shortened(given)
        );
        return Err(ToolError::invalid_argument(message).hint("give the object's id or its path"));
    }
    exact.pop().ok_or_else(|| not_found(argument, given, &near))
}

/// Returns true if a text is `obj:` and a number, which is negative for objects that were created while Unity ran.
fn is_id(text: &str) -> bool {
    text.strip_prefix("obj:")
        .map(|number| number.strip_prefix('-').unwrap_or(number))
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cold]
fn ambiguous(argument: &str, given: &str, what: &str, found: &[ObjectCard], total: Option<u32>) -> ToolError {
    let candidates = found.iter().take(SHOWN);
    let count = total.map_or_else(|| format!("more than {SHOWN}"), |total| total.to_string());
    let more = if found.len() > SHOWN || total.is_some_and(|total| total as usize > found.len()) {
        ", …"
    } else {
        ""
    };
    ToolError::invalid_argument(format!(
        "{argument} is {}, which is the {what} of {count} objects of the loaded scenes: {}{more}",
        quote_shortened(given),
        list_candidates(candidates.clone())
    ))
    .hint("give the id of one of them, or its path if that is unique")
    .details(Ambiguous {
        parameter: argument,
        candidates: candidates.map(Candidate::from_card).collect(),
    })
}

#[derive(Serialize)]
struct Ambiguous<'a> {
    parameter: &'a str,
    candidates: Vec<Candidate<'a>>,
}

#[derive(Serialize)]
struct Candidate<'a> {
    id: &'a str,
    path: &'a str,
    scene: &'a str,
}

impl<'a> Candidate<'a> {
    fn from_card(card: &'a ObjectCard) -> Self {
        Self {
            id: &card.id,
            path: &card.path,
            scene: &card.scene,
        }
    }
}

#[cold]
fn not_found(argument: &str, given: &str, near: &[ObjectCard]) -> ToolError {
    let error = ToolError::not_found(format!(
        "{argument} is {}, which is no id, path or name of an object in the loaded scenes",
        quote_shortened(given)
    ));
    if near.is_empty() {
        return error.hint("search for it by part of its name in a loaded scene; objects of other scenes need an id");
    }
    error.hint(format!("did you mean {}?", list_candidates(near.iter().take(3))))
}

/// Writes the ids and paths of the matching objects for an error message. It includes their scenes if these differ.
fn list_candidates<'a>(cards: impl Iterator<Item = &'a ObjectCard> + Clone) -> String {
    let mut scenes = cards.clone().map(|card| card.scene.as_str());
    let first = scenes.next();
    let is_one = scenes.all(|scene| Some(scene) == first);
    let card = |card: &ObjectCard| match is_one {
        true => format!("{} ({})", card.id, card.path),
        false => format!("{} ({} of {})", card.id, card.path, card.scene),
    };
    cards.map(card).collect::<Vec<_>>().join(", ")
}

fn quote_shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_TEXT) {
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests;
