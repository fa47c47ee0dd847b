//! Writes to `localPosition` of a RectTransform: Unity stores only its z; x and y follow from the anchors.

use super::component_choice::Chosen;
use crate::query_view::QueryView;
use crate::values::laid_position::{LOCAL_POSITION, is_in_rect_position, laid_position};
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::{Map, Value};
use unity_fields::property::{PropertyPath, Step};
use unity_yaml::Node;

const AXES: [&str; 3] = ["x", "y", "z"];

impl QueryView<'_> {
    /// Checks a new `localPosition` of a UI object, whose x and y Unity computes from its anchors: `InvalidArgument` if
    /// they change. Returns the value to write, with x and y of the file; `None` if the given value needs no change.
    pub(super) fn check_rect_position(
        self,
        chosen: &Chosen<'_>,
        tree: &Node<'_>,
        path: &PropertyPath,
        json: &Value,
    ) -> Result<Option<Value>, BridgeError> {
        if !is_in_rect_position(chosen.component, path) {
            return Ok(None);
        }
        let of_file = tree.get(LOCAL_POSITION);
        let laid = of_file.and_then(|of_file| laid_position(self, chosen.at, of_file));
        let parts: Vec<(&str, Option<&Value>)> = match (path.0.as_slice(), json) {
            ([_, Step::Key(axis)], json) => vec![(axis.as_str(), Some(json))],
            (_, Value::Array(parts)) if parts.len() == 3 => AXES.into_iter().zip(parts.iter().map(Some)).collect(),
            (_, Value::Object(parts)) if parts.len() == 3 => {
                AXES.into_iter().map(|axis| (axis, parts.get(axis))).collect()
            }
            // The conversion rejects a value that is not a vector.
            _ => return Ok(None),
        };
        #[expect(clippy::cast_possible_truncation, reason = "Unity's own precision")]
        let is_kept = |axis: &str, given: Option<&Value>| {
            let stands = laid.as_ref().and_then(|laid| laid.get(axis)?.number::<f32>());
            axis == "z" || given.and_then(Value::as_f64).map(|given| given as f32) == stands
        };
        if !parts.iter().all(|(axis, given)| is_kept(axis, *given)) {
            let message = format!(
                "Member not writable: Unity computes x and y of {path} from the anchors of this {}",
                chosen.type_name
            );
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint(
                "use anchoredPosition (m_AnchoredPosition), [x, y] from the anchors; z alone is localPosition.z",
            ));
        }
        let stands = |axis: &str| {
            of_file
                .and_then(|node| node.get(axis)?.number::<f64>())
                .map(Value::from)
        };
        if let [(axis, _)] = parts.as_slice() {
            return Ok(stands(axis).filter(|_| *axis != "z"));
        }
        let kept = parts.iter().filter_map(|(axis, given)| {
            let value = if *axis == "z" { (*given).cloned() } else { stands(axis) };
            Some(((*axis).to_owned(), value?))
        });
        Ok(Some(Value::Object(kept.collect::<Map<_, _>>())))
    }
}
