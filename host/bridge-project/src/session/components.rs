//! Listing an object's components.

use super::Session;
use super::pages::{self, json_len};
use crate::expand::Component;
use crate::scripts::Origin;
use host_bridge::{BridgeError, BridgeErrorKind, ComponentCard, ObjectId, PageRequest, Replied, Reply};

impl Session {
    /// # Errors
    /// `NotFound` for the object.
    pub(super) fn list_components(&self, object: ObjectId, page: &PageRequest) -> Result<Replied, BridgeError> {
        let at = self.find(object)?;
        let object = self.world.object(at).ok_or_else(|| {
            let message = format!("{object} has lost its file's data");
            BridgeError::new(BridgeErrorKind::Internal, message)
        })?;
        let components = self.world.components(at);
        let types = self.library.types();
        let cut = pages::cut(
            page,
            components.len(),
            |at| {
                let component = components.get(at)?;
                let type_name = types.name(component.kind).to_string();
                Some(ComponentCard {
                    index: u32::try_from(at).ok()?,
                    summary: format!("{} ({type_name})", object.name),
                    type_name,
                    enabled: enabled(component),
                })
            },
            |card| 70 + json_len(&card.type_name) + json_len(&card.summary),
        );
        let mut diagnostics = Vec::new();
        if object.opaque {
            diagnostics.push(format!(
                "{} is an instance whose source can't be read without Unity (a model file or a missing prefab): it may have more components and children",
                object.name
            ));
        }
        let unresolved = components
            .iter()
            .filter(|c| types.origin(c.kind) == Origin::Unresolved)
            .count();
        if unresolved > 0 {
            diagnostics.push(format!(
                "{unresolved} scripts belong to packages that are not on this machine; open the project once in Unity so that Library/PackageCache exists"
            ));
        }
        Ok(Replied {
            reply: Reply::Components(cut),
            diagnostics,
        })
    }
}

/// The component's own flag, overrides and edits considered; `None` where its class has none.
pub(super) fn enabled(component: &Component) -> Option<bool> {
    let (source, at) = component.text.as_ref()?;
    let own = source.document(*at)?.field("m_Enabled")?.scalar() != "0";
    let last = component
        .overrides
        .as_ref()
        .and_then(|overrides| overrides.last("m_Enabled"));
    Some(last.map_or(own, |value| value != "0"))
}
