//! Queries of an editor and its project folder together: the editor searches the scenes that it has loaded, and the folder
//! searches the saved files of all other scenes and of the prefabs.
//!
//! Belongs here: which part searches which files, and what follows from a part that fails. Does not: the rows and the
//! cursor of a page (`joined_page`).

use super::One;
use super::joined_page::{MOST_NAMED, MOST_ROWS, Part, Place, Places, digest_of_scenes, join, with_key_columns};
use super::saved_files::{FROM_FILES, Parts, ids_in, with_unsaved_edits};
use crate::numbers::Numbers;
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, CursorPage, FilterNode, Function, ObjectId, Op,
    PageRequest, QueryRequest, Replied, Reply, SceneFilter, Scope, Skipped, UnityBridge,
};
use std::sync::Arc;

/// Maximum number of loaded scenes, which the scope of a query can name, and JSON bytes of one page of them.
const SCENES: u32 = 500;
const SCENE_BYTES: usize = 1 << 20;

/// The note on an answer of both parts.
const JOINED: &str = "loaded scenes are as in the editor; prefabs and all other scenes are read from the saved files of the \
                      project, without unsaved changes of the editor";

/// Names of the two parts in a list of files that were not searched.
const LOADED: &str = "the loaded scenes";
const OTHERS: &str = "prefabs and scenes that are not loaded";

impl One {
    /// Runs a command on the target. A query for files that its editor has not loaded also reads the saved files.
    pub(super) async fn execute_or_join(
        &self,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        let Some(files) = self.files_beside(&command) else {
            return self.execute_or_announce(command, call).await;
        };
        let Command::Query { request } = &*command else {
            return self.execute_or_announce(command, call).await;
        };
        let has_ids_of_editor = ids_in(&command).of_instances;
        let parts = Parts::of(&call);
        let loaded = self.loaded_scenes(&parts).await?;
        match split(&request.scope, &loaded) {
            (Some(of_editor), Some(of_files)) if !has_ids_of_editor => {
                let replied = self
                    .search_both(files, of_editor, of_files, &loaded, request, &parts)
                    .await?;
                // A scene that was loaded or unloaded in between can be in both parts, or in none.
                match self.loaded_scenes(&parts).await? == loaded {
                    true => Ok(replied),
                    false => Err(scenes_changed_error()),
                }
            }
            (Some(of_editor), Some(of_files)) => {
                let is_limited = is_limited_to_editor(&request.filter);
                let request = QueryRequest {
                    scope: of_editor,
                    ..(**request).clone()
                };
                let request = Box::new(request);
                let mut replied = self
                    .answering
                    .execute(Command::Query { request }.checked()?, call)
                    .await?;
                if let Reply::Found(answer) = &mut replied.reply
                    && !is_limited
                {
                    let file = match of_files {
                        Scope::Files(paths) => paths.join(", "),
                        _ => OTHERS.to_owned(),
                    };
                    let why = "the query compares with object ids of the editor, which no file contains".to_owned();
                    answer.not_searched.insert(0, Skipped { file, why });
                    answer.not_searched.truncate(MOST_NAMED);
                    answer.not_searched_total += 1;
                }
                Ok(replied)
            }
            (None, Some(_)) if !has_ids_of_editor => {
                let mut replied = files.execute(command, call).await?;
                replied.diagnostics.push(with_unsaved_edits(FROM_FILES, &**files));
                Ok(replied)
            }
            _ => self.answering.execute(command, call).await,
        }
    }

    /// Returns the folder if `command` can ask for files that only the folder reads.
    fn files_beside(&self, command: &Command) -> Option<&Arc<dyn UnityBridge>> {
        let files = self.saved_files.as_ref()?;
        let Command::Query { request } = command else {
            return None;
        };
        let is_beyond = matches!(
            request.scope,
            Scope::Project | Scope::Scenes | Scope::Prefabs | Scope::Files(_)
        );
        let can_list = self.answering.supports(Function::Query) && self.answering.supports(Function::ListScenes);
        (is_beyond && can_list && files.supports(Function::Query)).then_some(files)
    }

    /// Returns the asset paths of the scenes that the editor has loaded, sorted; the name of a scene that has no file.
    ///
    /// # Errors
    /// `Unsupported` for more loaded scenes than the scope of a query can name.
    async fn loaded_scenes(&self, parts: &Parts) -> Result<Vec<String>, BridgeError> {
        let (mut paths, mut offset) = (Vec::new(), 0);
        loop {
            let command = Command::ListScenes {
                filter: SceneFilter {
                    loaded_only: true,
                    name: None,
                },
                page: PageRequest {
                    offset,
                    limit: SCENES,
                    max_bytes: SCENE_BYTES,
                    cursor: None,
                },
            };
            let replied = self.answering.execute(command.checked()?, parts.next()).await?;
            let Reply::Scenes(page) = replied.reply else {
                return Err(wrong_answer("scenes"));
            };
            let further = page.next_offset.filter(|next| *next > offset);
            if page.total > u64::from(SCENES) || further.is_some_and(|next| next >= SCENES) {
                let message = format!(
                    "the editor has {} loaded scenes; a query of other files supports at most {SCENES}",
                    page.total
                );
                return Err(BridgeError::new(BridgeErrorKind::Unsupported, message)
                    .with_hint("search the scope `loaded`, or unload scenes"));
            }
            paths.extend(page.items.into_iter().map(|scene| scene.path));
            match further {
                Some(next) => offset = next,
                None => {
                    paths.sort_unstable();
                    return Ok(paths);
                }
            }
        }
    }

    async fn search_both(
        &self,
        files: &Arc<dyn UnityBridge>,
        of_editor: Scope,
        of_files: Scope,
        loaded: &[String],
        request: &QueryRequest,
        parts: &Parts,
    ) -> Result<Replied, BridgeError> {
        let places = Places::read(request.page.cursor.as_deref())?;
        let scenes = digest_of_scenes(loaded);
        places.require_scenes(scenes)?;
        let keyed = with_key_columns(request)?;
        let editor = self
            .part(&*self.answering, of_editor, &keyed, places.editor, parts)
            .await;
        let folder = self.part(&**files, of_files, &keyed, places.files, parts).await;
        let (editor, folder) = match (editor, folder) {
            (Ok(editor), Ok(folder)) => (editor, folder),
            // What one part does not know, such as a type, the other part can have. The answer then is not complete.
            (Ok(editor), Err(error)) if error.kind == BridgeErrorKind::NotFound => {
                (editor, Part::not_searched(OTHERS, &error))
            }
            (Err(error), Ok(folder)) if error.kind == BridgeErrorKind::NotFound => {
                (Part::not_searched(LOADED, &error), folder)
            }
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        let mut joined = join(editor, folder, &keyed, request.select.len(), scenes);
        joined.diagnostics.push(with_unsaved_edits(JOINED, &**files));
        Ok(joined)
    }

    /// Returns the next rows of one part, from its place in an earlier page.
    async fn part(
        &self,
        bridge: &dyn UnityBridge,
        scope: Scope,
        request: &QueryRequest,
        place: Place,
        parts: &Parts,
    ) -> Result<Part, BridgeError> {
        let (cursor, skip, seen) = match place {
            Place::End(total) => return Ok(Part::ended(total)),
            Place::Page { cursor, skip, seen } => (cursor, skip, seen),
        };
        // The page begins with the rows that an earlier one returned, and has at least one more.
        let rows = u32::try_from(skip.saturating_add(1).min(MOST_ROWS)).unwrap_or(u32::MAX);
        let request = QueryRequest {
            scope,
            page: CursorPage {
                cursor: cursor.clone(),
                limit: request.page.limit.max(rows),
                ..request.page
            },
            ..request.clone()
        };
        let request = Box::new(request);
        let command = Command::Query { request }.checked()?;
        let replied = bridge.execute(command, parts.next()).await?;
        match replied.reply {
            Reply::Found(answer) => Part::new(answer, replied.diagnostics, cursor, skip, seen),
            _ => Err(wrong_answer("found objects")),
        }
    }
}

/// Returns true if a scene with this path has a file that the folder can search: not for a scene that was never saved.
fn is_asset_path(path: &str) -> bool {
    path.starts_with("Assets/") || path.starts_with("Packages/")
}

fn scenes_changed_error() -> BridgeError {
    let message = "the editor loaded or unloaded scenes during the query";
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("begin again without `cursor`")
}

/// Returns the parts of a scope that the editor searches and that the folder searches; `None` for an empty part.
fn split(scope: &Scope, loaded: &[String]) -> (Option<Scope>, Option<Scope>) {
    let files_of_loaded: Vec<String> = loaded.iter().filter(|path| is_asset_path(path)).cloned().collect();
    match scope {
        Scope::Project if files_of_loaded.is_empty() => (Some(Scope::Loaded), Some(Scope::Project)),
        Scope::Project => (Some(Scope::Loaded), Some(Scope::ProjectExcept(files_of_loaded))),
        Scope::Scenes if files_of_loaded.is_empty() => (Some(Scope::Loaded), Some(Scope::Scenes)),
        Scope::Scenes => (Some(Scope::Loaded), Some(Scope::ScenesExcept(files_of_loaded))),
        Scope::Files(paths) => {
            let (of_editor, others): (Vec<String>, Vec<String>) =
                paths.iter().cloned().partition(|path| loaded.contains(path));
            let files = |paths: Vec<String>| (!paths.is_empty()).then_some(Scope::Files(paths));
            (files(of_editor), files(others))
        }
        Scope::Prefabs => (None, Some(Scope::Prefabs)),
        other => (Some(other.clone()), None),
    }
}

/// Returns true if the filter accepts only objects of the editor: those below one of its objects, or with its id.
fn is_limited_to_editor(filter: &[FilterNode]) -> bool {
    let root = filter.len().checked_sub(1);
    root.is_some_and(|root| is_limited_at(filter, root))
}

fn is_limited_at(filter: &[FilterNode], at: usize) -> bool {
    // A node refers only to earlier nodes, so the recursion ends.
    let earlier = |node: &u32| usize::try_from(*node).is_ok_and(|node| node < at && is_limited_at(filter, node));
    match filter.get(at) {
        Some(FilterNode::Under(object)) => Numbers::is_live(*object),
        Some(FilterNode::Fact(test)) if test.path == "id" && test.op == Op::Equal => {
            let id = test.value.as_ref().and_then(|value| value.to_value().ok());
            let id = id.as_ref().and_then(|id| ObjectId::parse(id.as_str()?));
            id.is_some_and(Numbers::is_live)
        }
        Some(FilterNode::All(nodes)) => nodes.iter().any(earlier),
        Some(FilterNode::Any(nodes)) => !nodes.is_empty() && nodes.iter().all(earlier),
        _ => false,
    }
}

fn wrong_answer(wanted: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Internal,
        format!("the target answered with another reply than {wanted}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::{Test, ValueText};

    const MAIN: &str = "Assets/Main.unity";
    const OTHER: &str = "Assets/Other.unity";
    const UNTITLED: &str = "Untitled";

    #[test]
    fn editor_searches_loaded_scenes_and_folder_all_other_files() {
        let loaded = || vec![MAIN.to_owned()];
        // A scene that was never saved has a name and no file.
        let in_editor = [MAIN.to_owned(), UNTITLED.to_owned()];
        let files = |paths: &[&str]| Some(Scope::Files(paths.iter().map(|path| (*path).to_owned()).collect()));
        for (scope, of_editor, of_files) in [
            (
                Scope::Project,
                Some(Scope::Loaded),
                Some(Scope::ProjectExcept(loaded())),
            ),
            (Scope::Scenes, Some(Scope::Loaded), Some(Scope::ScenesExcept(loaded()))),
            (Scope::Prefabs, None, Some(Scope::Prefabs)),
            (Scope::Files(vec![MAIN.to_owned()]), files(&[MAIN]), None),
            (Scope::Files(vec![OTHER.to_owned()]), None, files(&[OTHER])),
            (Scope::Files(vec![UNTITLED.to_owned()]), files(&[UNTITLED]), None),
            (
                Scope::Files(vec![OTHER.to_owned(), MAIN.to_owned()]),
                files(&[MAIN]),
                files(&[OTHER]),
            ),
        ] {
            assert_eq!(split(&scope, &in_editor), (of_editor, of_files), "{scope:?}");
        }
        let untitled = split(&Scope::Project, &[UNTITLED.to_owned()]);
        assert_eq!(untitled, (Some(Scope::Loaded), Some(Scope::Project)));
    }

    #[test]
    fn finds_filters_that_accept_only_objects_of_the_editor() {
        let live = ObjectId(900_000_000_007);
        let fact = |path: &str, op: Op| {
            FilterNode::Fact(Test {
                path: path.to_owned(),
                op,
                value: Some(ValueText::from_json_text(format!("\"{live}\""))),
            })
        };
        let under = FilterNode::Under(live);
        let name = fact("name", Op::Equal);
        for (filter, is_limited) in [
            (vec![under.clone()], true),
            (vec![fact("id", Op::Equal)], true),
            (vec![fact("id", Op::Unequal)], false),
            (vec![under.clone(), name.clone(), FilterNode::All(vec![0, 1])], true),
            (vec![under.clone(), name, FilterNode::Any(vec![0, 1])], false),
            (vec![under, FilterNode::Not(0)], false),
            (vec![FilterNode::Under(ObjectId(12))], false),
            (Vec::new(), false),
        ] {
            assert_eq!(is_limited_to_editor(&filter), is_limited, "{filter:?}");
        }
    }
}
