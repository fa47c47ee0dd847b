//! The tool `GetCameraInfo` and the resource `unity://camera/active`, which describe the active camera.

use unity_tools::prelude::*;
use unity_tools::unity::camera::{self, CameraCard};
use unity_tools::unity::types::Vector3;
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

/// The description of the active camera, which the tool `GetCameraInfo` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct CameraInfo {
    is_freecam: bool,
    /// Name of the camera; `<none>` if there is no camera.
    name: String,
    /// Vertical field of view in degrees, stored also for an orthographic camera; 0 without a camera.
    fov: f64,
    /// World position.
    pos: Xyz,
    /// World rotation as Euler angles in degrees.
    rot: Xyz,
    /// Half of the view's height in world units, if orthographic.
    #[serde(skip_serializing_if = "Option::is_none")]
    orthographic_size: Option<f64>,
    /// Id of the camera's object, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

/// Coordinates: x is right, y is up, z is forward.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Xyz {
    x: f64,
    y: f64,
    z: f64,
}

impl From<Vector3> for Xyz {
    fn from(vector: Vector3) -> Self {
        let (x, y, z) = vector;
        Self { x, y, z }
    }
}

impl From<CameraCard> for CameraInfo {
    fn from(card: CameraCard) -> Self {
        Self {
            is_freecam: card.is_freecam,
            name: card.name,
            fov: card.fov,
            pos: card.position.into(),
            rot: card.rotation.into(),
            orthographic_size: card.orthographic_size,
            id: card.object,
        }
    }
}

/// Show the active camera: the main one, else the first, else <none>.
#[tool(name = "GetCameraInfo", title = "Camera", category = "camera", needs = Scene)]
pub(crate) fn get_camera_info() -> Result<CameraInfo> {
    Ok(camera::active()?.into())
}

/// The MCP resource `unity://camera/active`, which describes the active camera.
pub(crate) struct CameraResource;

impl Resource for CameraResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new(
            "unity://camera/active",
            "active camera",
            "The main camera, else the first, else <none>.",
        )
        .json::<CameraInfo>()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        Contents::json(&get_camera_info()?)
    }
}

#[cfg(test)]
mod tests {
    use super::CameraInfo;
    use crate::{BUNDLE_RESOURCES, BUNDLE_TOOLS};
    use unity_tools::export::{list_resources, list_tools};
    use unity_tools::unity::camera::CameraCard;

    fn card(object: Option<&str>, orthographic_size: Option<f64>) -> CameraCard {
        CameraCard {
            object: object.map(str::to_owned),
            name: object.map_or("<none>", |_| "Main Camera").to_owned(),
            is_freecam: false,
            fov: 0.0,
            orthographic_size,
            position: (0.0, 1.0, -10.0),
            rotation: (0.0, 90.0, 0.0),
        }
    }

    #[test]
    fn serializes_missing_camera_with_five_fields() {
        let written = serde_json::to_string(&CameraInfo::from(card(None, None))).unwrap();
        assert_eq!(
            written,
            r#"{"IsFreecam":false,"Name":"<none>","Fov":0.0,"Pos":{"X":0.0,"Y":1.0,"Z":-10.0},"Rot":{"X":0.0,"Y":90.0,"Z":0.0}}"#
        );
    }

    #[test]
    fn camera_info_contains_object_id_and_orthographic_size() {
        let written = serde_json::to_string(&CameraInfo::from(card(Some("obj:3"), Some(5.0)))).unwrap();
        assert!(
            written.ends_with(r#","OrthographicSize":5.0,"Id":"obj:3"}"#),
            "{written}"
        );
    }

    #[test]
    fn lists_camera_info_as_tool_and_non_template_resource() {
        assert_eq!(list_tools(BUNDLE_TOOLS)[0].name, "GetCameraInfo");
        let resource = &list_resources(BUNDLE_RESOURCES)[0];
        assert_eq!(
            (resource.uri.as_str(), resource.is_template),
            ("unity://camera/active", false)
        );
    }
}
