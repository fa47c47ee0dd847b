//! The bundle `tag-census`: the tags of a scene, and how many objects have each of them.

use std::collections::BTreeMap;
use unity_tools::prelude::*;
use unity_tools::unity::objects::{self, ObjectFilter};
use unity_tools::unity::scenes;

/// One tag.
#[output]
struct Tag {
    /// Its name; `Untagged` is the tag of objects without one.
    tag: String,
    /// The number of objects with this tag.
    objects: u32,
}

/// The answer of `count_tags`.
#[output]
struct Census {
    /// The asset path of the scene.
    scene: String,
    /// The most frequent tag is first.
    tags: Vec<Tag>,
}

/// Count the objects of one scene by tag. Use it to find misspelt tags and tags that code expects but no object has.
#[tool(category = "scene", example = r#"{"scene": "Main"}"#)]
fn count_tags(
    /// Name or asset path of the scene.
    #[schemars(length(min = 1, max = 300))]
    scene: String,
    cx: &Cx,
) -> Result<Census> {
    let scene = scenes::find(&scene)?;
    cx.info(&format!("reading {}", scene.path));
    let filter = ObjectFilter {
        scene: Some(scene.id),
        ..ObjectFilter::default()
    };
    let mut counts = BTreeMap::<String, u32>::new();
    let mut next = Some(0);
    while let Some(offset) = next {
        let (found, page) = objects::list_objects(&filter, &Limit::<500, 500>::LARGEST.page(offset))?;
        for object in found {
            *counts.entry(object.tag).or_default() += 1;
        }
        next = page.next_offset;
        let (done, total) = (f64::from(next.unwrap_or(page.total)), f64::from(page.total));
        cx.progress(done, Some(total), Some("objects are read"));
    }
    let mut tags: Vec<Tag> = counts.into_iter().map(|(tag, objects)| Tag { tag, objects }).collect();
    tags.sort_by_key(|tag| std::cmp::Reverse(tag.objects));
    Ok(Census { scene: scene.path, tags })
}

bundle![count_tags];

#[cfg(test)]
mod tests {
    use super::*;
    use unity_tools::fake::{FakeObject, FakeUnity};
    use unity_tools::unity::scenes::Scene;

    #[test]
    fn puts_the_most_frequent_tag_first() {
        let unity = FakeUnity::new();
        for (name, tag) in [("Hero", "Player"), ("Wolf", "Enemy"), ("Bear", "Enemy")] {
            unity.add(FakeObject::named(name).tag(tag));
        }
        unity.answer::<scenes::find>(Ok(Scene {
            id: "scn:1".to_owned(),
            name: "Town".to_owned(),
            path: "Assets/Town.unity".to_owned(),
            index: 0,
            build_index: None,
            is_loaded: true,
            root_count: 3,
            problem: None,
        }));
        let census = count_tags("Town".to_owned(), &Cx::new()).unwrap();
        let tags: Vec<_> = census.tags.iter().map(|tag| (tag.tag.as_str(), tag.objects)).collect();
        assert_eq!(tags, [("Enemy", 2), ("Player", 1)]);
        assert_eq!(unity.log(), ["info: reading Assets/Town.unity"]);
    }

    #[test]
    fn returns_the_error_of_an_unknown_scene() {
        let unity = FakeUnity::new();
        unity.answer::<scenes::find>(Err(ToolError::not_found("no scene is called Twon")));
        let error = count_tags("Twon".to_owned(), &Cx::new()).err().unwrap();
        assert_eq!(error.kind, ErrorKind::NotFound);
    }
}
