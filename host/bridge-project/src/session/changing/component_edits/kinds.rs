//! Finds the data that is needed to add a component, by its type name.

use crate::session::reading::session_view::SessionView;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_query::values::no_component_type;
use host_project_world::unimported_assets::no_type_yet;
use std::sync::Arc;
use unity_fields::{Source, Spec, class, component_names, find_type};
use unity_scripts::{ScriptClass, ScriptRef};
use unity_yaml::FileRef;

pub(super) struct NewKind {
    pub(super) name: Arc<str>,
    pub(super) class: u32,
    pub(super) script: Option<ScriptRef>,
    pub(super) once: bool,
    pub(super) group: Option<&'static str>,
    pub(super) conflicts: Vec<&'static str>,
    /// Full names of the component types that Unity requires on an object that gets the new component.
    pub(super) requires: Vec<String>,
    /// The new component as a YAML document of a scene file, with default field values.
    pub(super) source: Arc<Source>,
    pub(super) notes: Vec<String>,
}

/// Full names of classes that Unity cannot add directly.
const ABSTRACT: [&str; 15] = [
    "UnityEngine.Object",
    "UnityEngine.Component",
    "UnityEngine.Behaviour",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.Collider",
    "UnityEngine.Collider2D",
    "UnityEngine.Renderer",
    "UnityEngine.Joint",
    "UnityEngine.Joint2D",
    "UnityEngine.UI.Graphic",
    "UnityEngine.UI.MaskableGraphic",
    "UnityEngine.UI.Selectable",
    "UnityEngine.UI.LayoutGroup",
    "UnityEngine.EventSystems.UIBehaviour",
    "UnityEngine.EventSystems.BaseInputModule",
];

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

const BASE: &str = "  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {fileID: 0}\n  m_PrefabInstance: {fileID: 0}\n  \
    m_PrefabAsset: {fileID: 0}\n  m_GameObject: {fileID: 0}\n";

/// The text that error messages contain instead of a file name for fields of a component that no file contains yet.
const SESSION: &str = "(added in this session)";

impl NewKind {
    pub(super) fn short(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

impl SessionView<'_> {
    /// Returns the data that is needed to add a component of the type with this full name.
    pub(super) fn new_kind(self, name: &str) -> Result<NewKind, BridgeError> {
        if let Some(spec) = find_type(name) {
            return kind_from_spec(spec);
        }
        if ABSTRACT.contains(&name) {
            let message = format!("Can't add component {name}: it is only a base of others");
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("name a class that derives from it, e.g. UnityEngine.BoxCollider"));
        }
        match self.library.types().script_named(name) {
            Some((file, class)) => self.kind_from_script(name, file, &class),
            None => Err(self.unknown(name)),
        }
    }

    /// Resolves a full type name, or a short name that only one type has, to the full name of a type that can be added.
    pub(in crate::session) fn addable(self, name: &str) -> Result<String, BridgeError> {
        let types = self.library.types();
        if find_type(name).is_some() || ABSTRACT.contains(&name) {
            return Ok(name.to_owned());
        }
        if name.contains('.') {
            let known = types.script_named(name).map(|_| name.to_owned());
            return known.ok_or_else(|| self.unknown(name));
        }
        let engine = component_names().filter(|known| known.rsplit('.').next() == Some(name));
        let mut known: Vec<String> = engine.map(str::to_owned).collect();
        known.extend(types.full_name_of(name));
        // The short name of a base class is resolved too, so that the error can explain it.
        if known.is_empty() {
            let is_it = |full: &&&str| full.rsplit('.').next() == Some(name);
            known.extend(ABSTRACT.iter().find(is_it).map(|full| (*full).to_owned()));
        }
        match known.as_slice() {
            [one] => Ok(one.clone()),
            _ if types.script_named(name).is_some() => Ok(name.to_owned()),
            _ => Err(self.unknown(name)),
        }
    }

    fn unknown(self, name: &str) -> BridgeError {
        let mut known = self.library.types().script_names();
        known.extend(component_names().map(str::to_owned));
        let short = name.rsplit('.').next().unwrap_or(name);
        if self.library.types().full_name_of(short).as_deref() == Some(name) {
            let message = format!("{name} can't be added: its source is not on disk, so its fields are not known");
            return BridgeError::new(BridgeErrorKind::NotFound, message)
                .with_hint("put the script, or the package that has it, into the project folder");
        }
        if let Some(error) = self.not_addable(name) {
            return error;
        }
        if let Some(error) = no_type_yet(self.library.project(), name) {
            return error;
        }
        let elsewhere = self.unloaded_scope(&|_| false);
        let message = no_component_type(self.library, name, elsewhere.as_ref());
        let error = BridgeError::new(BridgeErrorKind::NotFound, message);
        let near = near_names(name, known.iter().map(String::as_str));
        error.with_hint(did_you_mean(near).unwrap_or_else(|| {
            "give the full name of a Unity component (UnityEngine.Light), of uGUI (UnityEngine.UI.Image) or of a script of the \
             project; default fields of other packages' types are not known here"
                .to_owned()
        }))
    }

    fn kind_from_script(self, name: &str, file: FileRef, class: &ScriptClass) -> Result<NewKind, BridgeError> {
        let refuse = |why: &str| {
            let message = format!("Can't add component {name}: {why}");
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message))
        };
        if class.is_abstract {
            let refused = refuse("the class is abstract, static or generic");
            return match self.derived_types(name) {
                Some(derived) => refused.map_err(|error| error.with_hint(derived)),
                None => refused,
            };
        }
        if class.editor_only {
            return refuse("the script is in an Editor folder");
        }
        let root = class.root.rsplit('.').next().unwrap_or_default();
        if matches!(
            root,
            "" | "ScriptableObject" | "Editor" | "EditorWindow" | "Object" | "Exception" | "Attribute"
        ) {
            return refuse("the class does not derive from MonoBehaviour");
        }
        let mut notes = Vec::new();
        if root != "MonoBehaviour" {
            notes.push(format!(
                "{name} derives from {root}, whose source is not in the project: fields that it brings are not known here"
            ));
        }
        let (fields, unknown) = class.defaults(self.library.types());
        if !unknown.is_empty() {
            let cut = unknown.iter().take(20).copied().collect::<Vec<_>>().join(", ");
            let more = if unknown.len() > 20 { ", …" } else { "" };
            notes.push(format!(
                "these fields of {name} hold their C# defaults, which are not known here: {cut}{more}"
            ));
        }
        let mut requires = Vec::new();
        for written in &class.requires {
            match self.full_name(written) {
                Some(full) => requires.push(full),
                None => notes.push(format!(
                    "{name} requires {written}, which is not known here and was not added"
                )),
            }
        }
        let text = format!(
            "{HEAD}--- !u!114 &1\nMonoBehaviour:\n{BASE}  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: {}, guid: {}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n{fields}",
            file.file_id, file.guid
        );
        Ok(NewKind {
            name: name.into(),
            class: class::MONO_BEHAVIOUR,
            script: Some(ScriptRef {
                file,
                identifier: String::new(),
            }),
            once: class.once,
            group: None,
            conflicts: Vec::new(),
            requires,
            source: source(text)?,
            notes,
        })
    }

    /// Returns the full name of the type that a C# source calls `written`. `using` directives are ignored.
    pub(super) fn full_name(self, written: &str) -> Option<String> {
        let short = written.rsplit('.').next().unwrap_or(written);
        let known = component_names().find(|known| *known == written || known.rsplit('.').next() == Some(short));
        known
            .map(str::to_owned)
            .or_else(|| self.library.types().full_name_of(short))
    }
}

fn kind_from_spec(spec: &'static Spec) -> Result<NewKind, BridgeError> {
    let script = spec.script.map(|guid| ScriptRef {
        file: FileRef {
            file_id: 11_500_000,
            guid,
        },
        identifier: String::new(),
    });
    let own = match &script {
        Some(script) => format!(
            "MonoBehaviour:\n{BASE}  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: {}, guid: {}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n",
            script.file.file_id, script.file.guid
        ),
        None => format!("{}:\n{BASE}", spec.short()),
    };
    let source = match spec.source.get() {
        Some(known) => Arc::clone(known),
        None => {
            let made = source(format!("{HEAD}--- !u!{} &1\n{own}{}", spec.class, spec.fields))?;
            Arc::clone(spec.source.get_or_init(|| made))
        }
    };
    let notes = (!spec.complete).then(|| {
        format!(
            "only some fields of a new {} are known here; Unity would write more",
            spec.name
        )
    });
    Ok(NewKind {
        name: spec.name.into(),
        class: spec.class,
        script,
        once: spec.once,
        group: spec.group,
        conflicts: spec.conflicts.clone(),
        requires: spec.requires.iter().map(|name| (*name).to_owned()).collect(),
        source,
        notes: notes.into_iter().collect(),
    })
}

fn source(text: String) -> Result<Arc<Source>, BridgeError> {
    Source::new(SESSION, text.into_bytes())
        .map(Arc::new)
        .map_err(|problem| {
            BridgeError::new(
                BridgeErrorKind::Internal,
                format!("the default fields are no document: {problem}"),
            )
        })
}
