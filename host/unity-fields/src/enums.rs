//! C# enums with the names of their values: a table with Unity's own enums, and the type for enums of scripts.

use crate::int_form::IntForm;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// One enum with its named values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumNames {
    pub name: String,
    /// True if the enum has the attribute `[Flags]`, so that any combination of values is valid.
    pub flags: bool,
    pub values: Vec<(String, i64)>,
    /// The underlying integer type of the enum, which determines the width of packed array elements.
    pub form: IntForm,
}

impl EnumNames {
    /// Returns the underlying type of an enum that is declared with these bases: `int` without a base. `None` if the
    /// base is no C# integer type; then it can only be an alias.
    pub fn form_of(bases: &[String]) -> Option<IntForm> {
        match bases.first() {
            Some(base) => IntForm::from_name(base.trim_start_matches("global::")),
            None => Some(IntForm::INT),
        }
    }

    /// Returns true if Unity serializes fields of this enum type. Unity omits enums with a 64-bit underlying type.
    pub fn is_written(&self) -> bool {
        self.form.is_of_enums()
    }

    /// Returns the numeric value of the member with that name, ignoring case.
    pub fn value(&self, name: &str) -> Option<i64> {
        let found = self.values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| *value)
    }

    pub fn has(&self, number: i64) -> bool {
        self.flags || self.values.iter().any(|(_, value)| *value == number)
    }

    /// Lists the first 20 values as `Spot = 0, Directional = 1`, then `…` if there are more.
    pub fn list_values(&self) -> String {
        let rows = self.values.iter().take(20);
        let mut listed: Vec<String> = rows.map(|(name, value)| format!("{name} = {value}")).collect();
        if self.values.len() > listed.len() {
            listed.push("…".to_owned());
        }
        listed.join(", ")
    }
}

/// Text of `enums.txt`: Unity's own enums, one on each line as `Name A=0 B=1`. A `*` after the name marks flags.
const TABLE: &str = include_str!("enums.txt");

static ALL: LazyLock<Vec<Arc<EnumNames>>> = LazyLock::new(|| TABLE.lines().filter_map(row).map(Arc::new).collect());

/// Text of `script_enums.txt`: Unity enums that only scripts use, in the format of `TABLE`.
const OF_SCRIPTS: &str = include_str!("script_enums.txt");

/// Enums of Unity's components that scripts also use. `find_for_scripts` ignores the other enums of `TABLE`, because
/// those can be nested, or share their name with an enum of a script.
static SHARED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "AnimatorCullingMode AudioRolloffMode CollisionDetectionMode RigidbodyConstraints RigidbodyInterpolation \
     RigidbodyInterpolation2D CollisionDetectionMode2D FontStyle TextAlignment TextAnchor RenderMode SpriteDrawMode \
     SpriteMaskInteraction RigidbodyType2D RigidbodyConstraints2D WrapMode LightType LightShadows CameraClearFlags \
     FilterMode TextureWrapMode ShadowCastingMode ReflectionProbeMode"
        .split_whitespace()
        .collect()
});

static SCRIPTS: LazyLock<Vec<Arc<EnumNames>>> =
    LazyLock::new(|| OF_SCRIPTS.lines().filter_map(row).map(Arc::new).collect());

fn row(line: &str) -> Option<EnumNames> {
    let mut words = line.split_whitespace();
    let name = words.next().filter(|name| !name.starts_with('#'))?;
    let values = words.filter_map(|word| {
        let (name, value) = word.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    });
    Some(EnumNames {
        name: name.trim_end_matches('*').to_owned(),
        flags: name.ends_with('*'),
        values: values.collect(),
        form: IntForm::INT,
    })
}

/// Returns the enum `StaticEditorFlags`, the static flags of an object, for a Unity release (major, minor). The flag
/// with value 1 has another name before release 2019.2.
pub fn static_flags(release: Option<(u32, u32)>) -> Arc<EnumNames> {
    let Some(names) = find_enum("StaticEditorFlags") else {
        return Arc::default();
    };
    if release.is_none_or(|release| release >= (2019, 2)) {
        return names;
    }
    let mut old = (*names).clone();
    if let Some((name, _)) = old.values.iter_mut().find(|(_, value)| *value == 1) {
        *name = "LightmapStatic".to_owned();
    }
    Arc::new(old)
}

/// Returns the Unity enum to which this name refers in a script; `None` if an enum of the script can have the same
/// name. The name can be qualified with `UnityEngine` or `UnityEngine.Rendering`.
pub fn find_for_scripts(name: &str) -> Option<Arc<EnumNames>> {
    let plain = match name.rsplit_once('.') {
        Some(("UnityEngine" | "UnityEngine.Rendering", plain)) => plain,
        Some(_) => return None,
        None => name,
    };
    let own = SCRIPTS.iter().find(|known| known.name == plain).cloned();
    own.or_else(|| find_enum(plain).filter(|_| SHARED.contains(&plain)))
}

#[cfg(test)]
pub(crate) fn all() -> &'static [Arc<EnumNames>] {
    &ALL
}

pub(crate) fn find_enum(name: &str) -> Option<Arc<EnumNames>> {
    ALL.iter().find(|known| known.name == name).cloned()
}
