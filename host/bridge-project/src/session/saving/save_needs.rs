//! The allowlist entries that permit a save: the entries for each field that the save writes.

use super::scene::ScenePlan;
use crate::session::changing::plan::need_of_member;
use crate::session::edits::{Edit, Spot};
use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, BridgeErrorKind, EditNeed, WrittenNeed};
use std::collections::{BTreeMap, BTreeSet};
use unity_fields::property::Step;

impl SessionView<'_> {
    /// Returns each allowlist entry that saving the scene requires, once and sorted. Active flags require no entry.
    pub(super) fn needs_of(self, plan: &ScenePlan) -> Vec<WrittenNeed> {
        let mut needs: BTreeMap<EditNeed, WrittenNeed> = BTreeMap::new();
        let implied = self.implied();
        for spot in plan.before.iter().map(|before| &before.spot) {
            if implied.contains(spot) {
                continue;
            }
            let Some((path, need)) = self.need_of_spot(spot) else {
                continue;
            };
            let known = needs.entry(need.clone());
            let known = known.or_insert(WrittenNeed { need, path, objects: 0 });
            known.objects += 1;
        }
        needs.into_values().collect()
    }

    /// Checks that saving these scenes requires only allowlist entries in `allowed`; `None` permits all. The scenes may
    /// have changed since the caller was permitted to save.
    pub(super) fn needs_no_more(self, plans: &[ScenePlan], allowed: Option<&[EditNeed]>) -> Result<(), BridgeError> {
        let Some(allowed) = allowed else { return Ok(()) };
        for plan in plans {
            let needs = self.needs_of(plan);
            if let Some(more) = needs.iter().find(|written| !allowed.contains(&written.need)) {
                let message = format!(
                    "saving would write a field that was set after the save was checked: {}",
                    more.to_display(&plan.path)
                );
                return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                    .with_hint("nothing was written; look at the lines with a dry run, then save again"));
            }
        }
        Ok(())
    }

    /// Returns the path of the object and the allowlist entry of the field. `None` for an active flag.
    fn need_of_spot(self, spot: &Spot) -> Option<(String, EditNeed)> {
        let (component, key) = spot.field.as_ref()?;
        let at = self.world.find(spot.object)?;
        let component = self.world.components(at).iter().find(|known| known.id == *component)?;
        let type_name = self.library.types().name(component.kind);
        Some((self.path(at), need_of_member(&type_name, key.clone())))
    }

    /// Returns the fields that were changed only as a consequence of edits of other fields. They require no allowlist
    /// entries.
    fn implied(self) -> BTreeSet<Spot> {
        let (mut followed, mut set) = (BTreeSet::new(), BTreeSet::new());
        for edit in self.edits.journal.all() {
            if let Edit::Field {
                object,
                component,
                edit,
                implied,
                ..
            } = edit
                && let Some(Step::Key(key)) = edit.path.0.first()
            {
                let spot = Spot {
                    object: *object,
                    field: Some((*component, key.clone())),
                };
                let known = if *implied { &mut followed } else { &mut set };
                known.insert(spot);
            }
        }
        followed.retain(|spot| !set.contains(spot));
        followed
    }
}
