//! Lists the components of an object.

use crate::view::WorldView;
use host_bridge::{BridgeError, BridgeErrorKind, ComponentCard, ObjectId, Page, PageRequest, Replied, Reply, json_len};
use unity_project::expand::Component;
use unity_scripts::{Origin, Types};

/// Maximum number of missing scripts for which an answer contains a note.
const MAX_REMARKS: usize = 10;

impl WorldView<'_> {
    /// Returns one page of the list of the object's components.
    ///
    /// # Errors
    /// `NotFound` if the object does not exist.
    pub fn list_components(self, object: ObjectId, page: &PageRequest) -> Result<Replied, BridgeError> {
        let at = self.find(object)?;
        let object = self.world.object(at).ok_or_else(|| {
            let message = format!("{object} has lost its file's data");
            BridgeError::new(BridgeErrorKind::Internal, message)
        })?;
        let components = self.world.components(at);
        let types = self.library.types();
        let cut = Page::cut(
            page,
            components.len(),
            |at| {
                let component = components.get(at)?;
                let type_name = types.name(component.kind).to_string();
                Some(ComponentCard {
                    index: u32::try_from(at).ok()?,
                    summary: format!("{} ({type_name})", object.name),
                    type_name,
                    enabled: enabled_flag(component),
                })
            },
            |card| 70 + json_len(&card.type_name) + json_len(&card.summary),
        );
        let mut diagnostics = Vec::new();
        if object.is_opaque() {
            diagnostics.push(format!(
                "{} is an instance whose source can't be read without Unity (a model file or a missing prefab): it may have more components and children",
                object.name
            ));
        }
        diagnostics.extend(self.lost_components_note(at));
        let unverifiable = components
            .iter()
            .filter(|component| types.origin(component.kind) == Origin::Unverifiable)
            .count();
        if unverifiable > 0 {
            diagnostics.push(format!(
                "unverifiable scripts: {unverifiable}, because their package is not on disk; open the project once in Unity so that Library/PackageCache exists"
            ));
        }
        let not_compiled = components
            .iter()
            .filter(|component| types.origin(component.kind) == Origin::NotCompiled)
            .count();
        if not_compiled > 0 {
            diagnostics.push(format!(
                "{not_compiled} scripts are in assemblies that the editor does not compile; there the components show as missing"
            ));
        }
        let unknown = components
            .iter()
            .filter(|component| types.origin(component.kind) == Origin::Unresolved)
            .count();
        if unknown > 0 {
            diagnostics.push(format!(
                "{unknown} scripts are classes of a library that exists, but their class could not be determined"
            ));
        }
        diagnostics.extend(missing_with_a_name(components, types));
        Ok(Replied {
            reply: Reply::Components(cut),
            diagnostics,
        })
    }
}

/// Returns a note for each missing script whose class name is stored in the file, at most `MAX_REMARKS`.
fn missing_with_a_name(components: &[Component], types: &Types) -> Vec<String> {
    let missing = components.iter().enumerate();
    let missing = missing.filter(|(_, component)| types.origin(component.kind) == Origin::Missing);
    let named = missing.map(|(at, component)| (at, types.identifier(component.kind)));
    let named = named.filter(|(_, identifier)| !identifier.is_empty());
    let told = named.map(|(at, identifier)| {
        format!("the script of component {at} is missing; the file calls its class {identifier}")
    });
    told.take(MAX_REMARKS).collect()
}

/// Returns the component's own enabled flag after overrides and edits; `None` if its class has no such flag.
pub fn enabled_flag(component: &Component) -> Option<bool> {
    let (source, at) = component.text.as_ref()?;
    let own = source.document(*at)?.field("m_Enabled")?.scalar() != "0";
    let last = component
        .overrides
        .as_ref()
        .and_then(|overrides| overrides.last("m_Enabled"));
    Some(last.map_or(own, |value| value != "0"))
}
