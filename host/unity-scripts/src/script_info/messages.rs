//! Unity messages: methods such as `Update` that Unity calls by their names.

use super::bases::Level;
use super::engine::{self, Own};
use host_csharp::{Origin, TypeIndex, TypeKind};
use std::collections::BTreeSet;

/// Names of the Unity messages of MonoBehaviour and ScriptableObject, in the order of Unity's manual.
const MESSAGES: &str = "\
    Awake OnEnable Reset OnValidate Start FixedUpdate Update LateUpdate OnDisable OnDestroy OnApplicationFocus \
     OnApplicationPause OnApplicationQuit OnBecameVisible OnBecameInvisible OnPreCull OnPreRender OnPostRender \
     OnRenderObject OnWillRenderObject OnRenderImage OnGUI OnDrawGizmos OnDrawGizmosSelected OnCollisionEnter \
     OnCollisionStay OnCollisionExit OnCollisionEnter2D OnCollisionStay2D OnCollisionExit2D OnTriggerEnter \
     OnTriggerStay OnTriggerExit OnTriggerEnter2D OnTriggerStay2D OnTriggerExit2D OnControllerColliderHit \
     OnJointBreak OnJointBreak2D OnParticleCollision OnParticleSystemStopped OnParticleTrigger \
     OnParticleUpdateJobScheduled OnMouseDown OnMouseDrag OnMouseEnter OnMouseExit OnMouseOver OnMouseUp \
     OnMouseUpAsButton OnAnimatorIK OnAnimatorMove OnAudioFilterRead OnTransformChildrenChanged \
     OnTransformParentChanged OnBeforeTransformParentChanged OnRectTransformDimensionsChange OnRectTransformRemoved \
     OnCanvasGroupChanged OnCanvasHierarchyChanged OnDidApplyAnimationProperties OnConnectedToServer \
     OnDisconnectedFromServer OnServerInitialized OnFailedToConnect OnLevelWasLoaded";

/// Returns the Unity messages that a type and its base types declare; empty if it certainly is no Unity object.
pub(super) fn unity_messages(levels: &[Level], index: &TypeIndex) -> Vec<String> {
    let last = levels.last().map(|level| &level.name);
    let is_object =
        last.is_some_and(|name| engine::is_own(&name.namespace) && engine::kind_of(&name.full_name()) == Own::Object);
    // If the chain ends at a name that was not found, the type can be a Unity object.
    let may_be = last
        .is_some_and(|name| name.kind == TypeKind::Class && index.bases(name).iter().any(|base| !base.is_resolved()));
    if !is_object && !may_be {
        return Vec::new();
    }
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for level in levels {
        let info = index.info(&level.name).filter(|info| info.origin != Origin::Table);
        let own = info.into_iter().flat_map(|info| &info.methods);
        names.extend(
            own.filter(|method| !method.is_static)
                .map(|method| method.name.as_str()),
        );
    }
    MESSAGES
        .split_whitespace()
        .filter(|message| names.contains(message))
        .map(str::to_owned)
        .collect()
}
