//! Functions for types as sources write them, without spaces: names, arguments, list items, and the replacement of type
//! parameters. `survey` and `source` resolve names.

/// Prefix of a full type name that shows that a source of the project declares the type; it replaces ambiguous names.
pub(super) const OWN: &str = "global::";

/// Prefix of a type name in a C# source that could mean several types even for the compiler.
pub(super) const AMBIGUOUS: &str = "ambiguous::";

/// Prefix of the item type of a fixed-size buffer (`fixed byte x[16]`).
pub(super) const FIXED: &str = "fixed::";

/// Maximum length in bytes of a type's text after its type parameters were replaced; a longer type is unknown.
pub(super) const MAX_TEXT: usize = 1_000;

/// Splits a type into its name and its arguments, without `global::`. `Kit.Pool<A,B<C>>` gives `Kit.Pool`, `A` and
/// `B<C>`; `Outer<A>.Inner<B>` gives `Outer.Inner`, `A` and `B`.
pub(super) fn split(text: &str) -> (String, Vec<String>) {
    let (mut name, mut arguments) = (String::new(), Vec::new());
    let (mut depth, mut argument) = (0_usize, String::new());
    for letter in text.chars() {
        let ends = matches!((letter, depth), ('>' | ',', 1));
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (letter, depth) {
            _ if ends => arguments.push(std::mem::take(&mut argument)),
            ('<', 1) => {}
            ('>', 0) => {}
            (_, 0) => name.push(letter),
            _ => argument.push(letter),
        }
    }
    let plain = name.rsplit("::").next().unwrap_or_default().to_owned();
    (plain, arguments)
}

/// Removes all white space from the text of a type.
pub(crate) fn plain(type_name: &str) -> String {
    type_name.split_whitespace().collect()
}

/// Splits a type into the name by which its declaration is searched, and its type arguments. The name of a resolved
/// type keeps the prefix `OWN` (`global::`).
pub(super) fn sought(text: &str) -> (String, Vec<String>) {
    let (name, arguments) = split(text);
    let name = if text.starts_with(OWN) {
        format!("{OWN}{name}")
    } else {
        name
    };
    (name, arguments)
}

/// Returns the reason why it is unknown how Unity serializes this type, as the end of a sentence; `None` if known.
pub(super) fn unknown_type_reason(text: &str) -> Option<String> {
    if let Some((_, rest)) = text.split_once(AMBIGUOUS) {
        let name = rest.split(|letter| !is_of_name(letter)).next().unwrap_or(rest);
        return Some(format!("{name} could mean several types there"));
    }
    let item = text.strip_prefix(FIXED)?;
    Some(format!(
        "it is not known how Unity writes a fixed-size buffer of {item}"
    ))
}

pub(super) fn display_type(text: &str) -> String {
    text.replace(OWN, "").replace(AMBIGUOUS, "").replace(FIXED, "fixed ")
}

/// Returns the item type of an array or list; returns any other type unchanged.
pub(super) fn item_type(text: &str) -> &str {
    if let Some(item) = text.strip_suffix("[]") {
        return item;
    }
    let list = text.strip_suffix('>').and_then(|name| name.split_once('<'));
    match list {
        Some((list, item)) if is_list(list) => item,
        _ => text,
    }
}

pub(super) fn is_list(name: &str) -> bool {
    let plain = name.strip_prefix(OWN).filter(|plain| plain.starts_with("System."));
    let plain = plain.unwrap_or(name);
    plain == "List" || (plain.ends_with(".List") && !plain.starts_with(OWN))
}

/// Pairs of a type parameter and its argument in one scope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments(Vec<(String, String)>);

/// The text of a type, with the arguments for its own type parameters and for those of its outer types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Meant {
    pub(super) text: String,
    pub(super) arguments: Arguments,
}

impl Arguments {
    /// Pairs type parameters with type arguments; `None` if their numbers differ.
    pub(crate) fn new(params: &[String], arguments: &[String]) -> Option<Self> {
        let pairs = params.iter().cloned().zip(arguments.iter().cloned());
        (params.len() == arguments.len()).then(|| Self(pairs.collect()))
    }

    /// Returns the arguments for a type with the parameters `own`, which can also use the parameters `around` of its
    /// outer types. `arguments` are the type's own arguments, or those of its outer types followed by its own.
    pub(super) fn nested(&self, around: &[String], own: &[String], arguments: &[String]) -> Option<Self> {
        if let Some(all) = Self::new(&[around, own].concat(), arguments) {
            return Some(all);
        }
        let mut bound = Self::new(own, arguments)?;
        let seen = self.0.iter().filter(|(param, _)| around.contains(param));
        bound.0.extend(seen.cloned());
        Some(bound)
    }

    /// Replaces every type parameter in the text by its argument; `None` if the result is longer than `MAX_TEXT`.
    pub(crate) fn fill(&self, text: &str) -> Option<String> {
        if self.0.is_empty() {
            return Some(text.to_owned());
        }
        let mut filled = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_of_name) {
            let (before, from) = rest.split_at(start);
            filled.push_str(before);
            let end = from.find(|letter| !is_of_name(letter)).unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            // `A.T` and `A::T` are no parameters.
            let is_part = filled.ends_with(['.', ':']);
            let known = self.0.iter().find(|(param, _)| param == word && !is_part);
            filled.push_str(known.map_or(word, |(_, argument)| argument));
            rest = after;
            if filled.len() > MAX_TEXT {
                return None;
            }
        }
        filled.push_str(rest);
        Some(filled)
    }

    pub(super) fn resolve(&self, text: &str) -> Option<Meant> {
        Some(Meant {
            text: self.fill(text)?,
            arguments: self.clone(),
        })
    }
}

/// Returns the type of a member of Unity's integer structures; `part` is the serialized name of the member.
pub(super) fn part_of_engine(type_name: &str, part: &str) -> Option<&'static str> {
    match (type_name.rsplit('.').next()?, part) {
        ("Vector2Int" | "Vector3Int" | "RectInt", "x" | "y") => Some("int"),
        ("Vector3Int", "z") | ("RectInt", "width" | "height") => Some("int"),
        ("BoundsInt", "m_Position" | "m_Size") => Some("Vector3Int"),
        _ => None,
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '@'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_type_names_from_arguments() {
        let table: [(&str, &str, &[&str]); 7] = [
            ("Pool", "Pool", &[]),
            ("global::Kit.Pool<A,B<C,D>>", "Kit.Pool", &["A", "B<C,D>"]),
            ("Outer<A>.Inner<B[]>", "Outer.Inner", &["A", "B[]"]),
            ("Pool<global::Kit.A>", "Pool", &["global::Kit.A"]),
            ("Pool<", "Pool", &[]),
            (">,<>", ",", &[""]),
            ("", "", &[]),
        ];
        for (text, name, arguments) in table {
            let (found, given) = split(text);
            let given: Vec<&str> = given.iter().map(String::as_str).collect();
            assert_eq!((found.as_str(), given.as_slice()), (name, arguments), "{text}");
        }
        for (text, item) in [
            ("A[]", "A"),
            ("List<A>", "A"),
            ("System.List<A<B>>", "A<B>"),
            ("Map<A>", "Map<A>"),
        ] {
            assert_eq!(item_type(text), item);
        }
    }

    #[test]
    fn fills_type_parameters_with_bounded_growth() {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let arguments = Arguments::new(&owned(&["T", "TKey"]), &owned(&["A.B", "int"])).expect("as many");
        let table = [
            ("T", "A.B"),
            ("List<T>", "List<A.B>"),
            ("Map<TKey,T[]>", "Map<int,A.B[]>"),
            ("Kit.T", "Kit.T"),
            ("T.Part", "A.B.Part"),
            ("Tower", "Tower"),
        ];
        for (text, filled) in table {
            assert_eq!(arguments.fill(text).as_deref(), Some(filled));
        }
        assert!(Arguments::new(&owned(&["T"]), &[]).is_none());
        let inner = arguments
            .nested(&owned(&["T"]), &owned(&["U"]), &owned(&["bool"]))
            .expect("its own");
        assert_eq!(inner.fill("Map<T,U,TKey>").as_deref(), Some("Map<A.B,bool,TKey>"));
        let mut text = "T".to_owned();
        let double = Arguments::new(&owned(&["T"]), &owned(&["P<T,T>"])).expect("one");
        let steps = (0..64).take_while(|_| match double.fill(&text) {
            Some(more) => {
                text = more;
                true
            }
            None => false,
        });
        assert!(steps.count() < 64);
    }
}
