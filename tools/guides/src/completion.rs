//! Completes the text of a prompt argument to scenes, objects, assets, types or fields of the project.
//!
//! Belongs here: the source of suggestions for each argument. Each list is one page of one call, because completion
//! must be fast.

use std::collections::BTreeSet;
use unity_tools::completion::{Complete, Completion, MOST, Request};
use unity_tools::paging::Limit;
use unity_tools::unity::components::list_components;
use unity_tools::unity::editor::{AssetFilter, list_assets};
use unity_tools::unity::members::list_members;
use unity_tools::unity::objects::{ObjectFilter, ObjectOrder, list_objects};
use unity_tools::unity::scenes::{SceneFilter, list_scenes};
use unity_tools::unity::types::PageRequest;
use unity_tools::{Cx, ToolError};

/// Names of component types that most projects use, as suggestions for a type argument. Types of the project's own
/// scripts are suggested first.
const TYPES: &str = "\
    Animator AudioListener AudioSource BoxCollider BoxCollider2D Camera Canvas CanvasGroup CapsuleCollider \
     CharacterController CircleCollider2D Collider Collider2D Graphic Image Light LineRenderer MeshCollider \
     MeshFilter MeshRenderer MonoBehaviour ParticleSystem RawImage RectTransform ReflectionProbe Renderer Rigidbody \
     Rigidbody2D SkinnedMeshRenderer SphereCollider SpriteRenderer Terrain Text TilemapRenderer TrailRenderer \
     Transform";

/// The completion service, which suggests names of this project for arguments.
pub struct Names;

impl Complete for Names {
    fn complete(request: &Request, _: &Cx) -> Result<Completion, ToolError> {
        let typed = request.value.trim();
        match request.argument.as_str() {
            "scene" => scenes(typed),
            "object" | "other" => objects(typed),
            "prefab" => assets(typed, Some("Prefab")),
            "asset" => assets(typed, None),
            "type" => types(typed).map(|all| best_first(typed, all, None)),
            "field" => fields(typed),
            other => Err(ToolError::not_found(format!(
                "nothing is known of the argument `{other}`"
            ))),
        }
    }
}

fn page() -> PageRequest {
    Limit::<500>::default().page(0)
}

fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn scenes(typed: &str) -> Result<Completion, ToolError> {
    let filter = SceneFilter {
        name: non_empty(typed),
        ..SceneFilter::default()
    };
    let (found, info) = list_scenes(&filter, &page())?;
    let all = found.into_iter().map(|scene| scene.path).collect();
    Ok(best_first(typed, all, Some(info.total)))
}

fn objects(typed: &str) -> Result<Completion, ToolError> {
    let filter = ObjectFilter {
        path: non_empty(typed),
        order: ObjectOrder::Path,
        ..ObjectFilter::default()
    };
    let (found, _) = list_objects(&filter, &page())?;
    // Several objects may share a path.
    let all: BTreeSet<String> = found.into_iter().map(|object| object.path).collect();
    Ok(best_first(typed, all.into_iter().collect(), None))
}

fn assets(typed: &str, kind: Option<&str>) -> Result<Completion, ToolError> {
    let filter = AssetFilter {
        kind: kind.map(str::to_owned),
        path: non_empty(typed),
        ..AssetFilter::default()
    };
    let (found, info) = list_assets(&filter, &page())?;
    let all = found.into_iter().map(|asset| asset.path).collect();
    Ok(best_first(typed, all, Some(info.total)))
}

/// Returns names of Unity's types, and of the project's own types from their file names.
fn types(typed: &str) -> Result<Vec<String>, ToolError> {
    let filter = AssetFilter {
        kind: Some("MonoScript".to_owned()),
        path: non_empty(typed),
        ..AssetFilter::default()
    };
    let (scripts, _) = list_assets(&filter, &page())?;
    let lower = typed.to_lowercase();
    let own = scripts.iter().filter_map(|script| {
        let file = script.path.rsplit('/').next()?;
        file.strip_suffix(".cs").map(str::to_owned)
    });
    let all: BTreeSet<String> = TYPES.split_whitespace().map(str::to_owned).chain(own).collect();
    Ok(all
        .into_iter()
        .filter(|name| name.to_lowercase().contains(&lower))
        .collect())
}

/// Completes a text such as `Type.field`: fields of the first loaded component of the type, or the type before it.
fn fields(typed: &str) -> Result<Completion, ToolError> {
    let Some((type_name, _)) = typed.rsplit_once('.') else {
        let all = types(typed)?.into_iter().map(|name| format!("{name}.")).collect();
        return Ok(best_first(typed, all, None));
    };
    let filter = ObjectFilter {
        component_type: Some(type_name.to_owned()),
        ..ObjectFilter::default()
    };
    let first = Limit::<1>::default().page(0);
    let (found, _) = list_objects(&filter, &first)?;
    let Some(object) = found.first() else {
        return Ok(best_first(typed, Vec::new(), None));
    };
    let (components, _) = list_components(&object.id, &page())?;
    let is_meant = |full: &str| full.eq_ignore_ascii_case(type_name) || short(full).eq_ignore_ascii_case(type_name);
    let Some(component) = components.iter().find(|component| is_meant(&component.type_name)) else {
        return Ok(best_first(typed, Vec::new(), None));
    };
    let (members, _) = list_members(&object.id, &component.index.to_string(), &page())?;
    let all = members
        .into_iter()
        .map(|member| format!("{type_name}.{}", member.csharp_name.unwrap_or(member.name)));
    Ok(best_first(typed, all.collect(), None))
}

fn short(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

/// Sorts the suggestions: names that start with the text, names with a word that does, names that contain it. `total`
/// is set if more names are known.
fn best_first(typed: &str, all: Vec<String>, total: Option<u32>) -> Completion {
    let lower = typed.to_lowercase();
    let mut ranked: Vec<(usize, String)> = all
        .into_iter()
        .filter_map(|name| {
            let own = name.to_lowercase();
            let rank = match own.find(&lower)? {
                0 => 0,
                at if own[..at].ends_with(['/', '.', '_', ' ', '-']) => 1,
                _ => 2,
            };
            Some((rank, name))
        })
        .collect();
    // A stable sort: the project's own order stays within a rank.
    ranked.sort_by_key(|(rank, _)| *rank);
    let found = ranked.len();
    let values: Vec<String> = ranked.into_iter().take(MOST).map(|(_, name)| name).collect();
    let total = total.unwrap_or_else(|| u32::try_from(found).unwrap_or(u32::MAX));
    Completion {
        has_more: total > u32::try_from(values.len()).unwrap_or(u32::MAX),
        total: Some(total),
        values,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_best_match_first_and_counts_all_matches() {
        let all = ["/A/xMain", "/B/Main", "Main", "/C"].map(str::to_owned).to_vec();
        let few = best_first("ma", all, None);
        assert_eq!(
            (few.values, few.total, few.has_more),
            (vec!["Main".into(), "/B/Main".into(), "/A/xMain".into()], Some(3), false)
        );
        let many = best_first("", (0..150).map(|n| n.to_string()).collect(), Some(700));
        assert_eq!((many.values.len(), many.total, many.has_more), (MOST, Some(700), true));
        assert!(TYPES.split_whitespace().is_sorted() && short("UnityEngine.Camera") == "Camera");
    }
}
