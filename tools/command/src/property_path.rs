//! Splits a property path such as `transform.position.x` into a component and a member.
//!
//! Belongs here: finding the component at the start of a path, and the parts of `transform` that files contain. Unity
//! checks the member and its value.

use unity_tools::ToolError;

const TRANSFORM: &str = "UnityEngine.Transform";
const RECT_TRANSFORM: &str = "UnityEngine.RectTransform";

/// Maximum number of characters of an invalid property path that an error repeats.
const SHOWN: usize = 80;

/// Maximum number of components of the object that an error lists.
const MOST_NAMED: usize = 20;

/// The component and the member to which a property path refers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target<'a> {
    /// The full type name of the component. It means the first component of this type, as in Unity's `GetComponent`.
    pub(crate) component: &'a str,
    /// The path of the member in the component, such as `localPosition.x`.
    pub(crate) member: String,
}

/// Facts about the object whose property is set, with which a property path is interpreted.
pub(crate) struct Owner<'a> {
    /// The full type names of the object's components in their order. The Transform is the first one.
    pub(crate) types: &'a [String],
    pub(crate) has_parent: bool,
}

/// Parses a property path of the object `owner`.
/// # Errors
/// `InvalidArgument` if the path matches no component of the object, or several types; `Unsupported` for something that
/// is not a field of a component.
pub(crate) fn target<'a>(path: &str, owner: &Owner<'a>) -> Result<Target<'a>, ToolError> {
    let path = path.strip_prefix("gameObject.").unwrap_or(path);
    if let Some(instead) = object_field_tool(path) {
        return Err(
            ToolError::unsupported(format!("{} belongs to the object, not to a component", shorten(path)))
                .hint(instead),
        );
    }
    let (component, member) = split(path, owner)?;
    if member.is_empty() {
        return Err(invalid_path(path, "names no member behind the component"));
    }
    let member = match component {
        TRANSFORM | RECT_TRANSFORM => in_transform(path, member, component, owner.has_parent)?,
        _ => member.to_owned(),
    };
    Ok(Target { component, member })
}

/// Returns a hint with the tool that changes this property of the object itself; `None` for properties of components.
fn object_field_tool(path: &str) -> Option<&'static str> {
    Some(match path {
        "active" | "activeSelf" | "isActive" | "m_IsActive" => "SetActive switches an object on and off",
        "parent" | "transform.parent" => "Reparent moves an object in the hierarchy",
        "name" | "m_Name" => "no tool of this version renames objects",
        "tag" | "m_TagString" => "no tool of this version changes tags",
        "layer" | "m_Layer" => "no tool of this version changes layers",
        _ => return None,
    })
}

/// Splits a property path into its component and the member after it. The path names the component by full name, short
/// name, or C# property such as `light`.
fn split<'a, 'p>(path: &'p str, owner: &Owner<'a>) -> Result<(&'a str, &'p str), ToolError> {
    let behind = |name: &str| path.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
    let full = owner
        .types
        .iter()
        .filter_map(|name| Some((name.as_str(), behind(name)?)));
    if let Some(found) = full.max_by_key(|(name, _)| name.len()) {
        return Ok(found);
    }
    let (first, member) = path.split_once('.').unwrap_or((path, ""));
    if first.eq_ignore_ascii_case("transform")
        && let Some(own) = owner.types.first()
        && matches!(own.as_str(), TRANSFORM | RECT_TRANSFORM)
    {
        return Ok((own, member));
    }
    let named = |fits: &dyn Fn(&str) -> bool| {
        let mut found: Vec<&'a str> = Vec::new();
        for name in owner.types {
            if fits(short(name)) && !found.contains(&name.as_str()) {
                found.push(name);
            }
        }
        found
    };
    let mut found = named(&|short| short == first);
    if found.is_empty() {
        found = named(&|short| short.eq_ignore_ascii_case(first));
    }
    match found.as_slice() {
        [one] => Ok((one, member)),
        [] => {
            let shown: Vec<&str> = owner.types.iter().take(MOST_NAMED).map(String::as_str).collect();
            let more = owner.types.len().saturating_sub(shown.len());
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            Err(
                invalid_path(path, "begins with no component of the object").hint(format!(
                    "write <component>.<member>, such as transform.localPosition.x; it has: {}{more}",
                    shown.join(", ")
                )),
            )
        }
        several => Err(
            invalid_path(path, &format!("could mean the components {}", several.join(" and ")))
                .hint("write the full type name"),
        ),
    }
}

/// Converts a member of a Transform to the name of its serialized field, in which positions are relative to the parent.
/// Fails for world values of a child.
fn in_transform(path: &str, member: &str, component: &str, has_parent: bool) -> Result<String, ToolError> {
    let end = member.find(['.', '[']).unwrap_or(member.len());
    let (head, rest) = member.split_at(end);
    let local = match head {
        "position" => "localPosition",
        "rotation" => "localRotation",
        "eulerAngles" | "localEulerAngles" if !rest.is_empty() => {
            return Err(unsupported_path(path, "one angle alone is not what a Transform holds")
                .hint("set transform.localEulerAngles to all three, in degrees, such as [0, 90, 0]"));
        }
        "eulerAngles" => "localEulerAngles",
        "lossyScale" => {
            return Err(
                unsupported_path(path, "the scale in the world follows from the parents")
                    .hint("set transform.localScale, which is relative to the parent"),
            );
        }
        _ => return Ok(member.to_owned()),
    };
    if component == RECT_TRANSFORM {
        return Err(
            unsupported_path(path, "a RectTransform's place follows from its anchors")
                .hint(format!("set transform.anchoredPosition or transform.{local}")),
        );
    }
    if has_parent {
        return Err(unsupported_path(
            path,
            "the object has a parent, so that its place in the world is not a field",
        )
        .hint(format!("set transform.{local}, which is relative to the parent")));
    }
    Ok(format!("{local}{rest}"))
}

fn short(name: &str) -> &str {
    name.rsplit(['.', '+']).next().unwrap_or(name)
}

fn invalid_path(path: &str, why: &str) -> ToolError {
    ToolError::invalid_argument(format!("property_path is {}, which {why}", shorten(path)))
        .hint("write <component>.<member>, such as transform.localPosition.x or Light.intensity")
}

fn unsupported_path(path: &str, why: &str) -> ToolError {
    ToolError::unsupported(format!("{} cannot be set here: {why}", shorten(path)))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
        None => format!("{text:?}"),
    }
}
