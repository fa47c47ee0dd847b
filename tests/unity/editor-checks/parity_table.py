r"""The differences between an editor and its project folder that `parity.py` allows, and the known defects that it shows.

`Row(tools, field, side, values, why)`: `tools` and `field` are patterns for the whole name, `side` is `folder` or `editor`
if only that side has the field, otherwise `both`, and `values` is a pattern that is found in `path | folder | editor`.
`Defect(title, text, fault, what)`: patterns for the title of the step and for the text of the finding. A defect is not
allowed: it is printed as open. Rows and defects that no step needs are findings.
"""
import re
from collections import namedtuple


class Row(namedtuple("Row", "tools field side values why")):
    def fits(self, tool, field, side, text):
        return side == self.side and re.fullmatch(self.tools, tool) and re.fullmatch(self.field, field) and re.search(self.values, text)


class Defect(namedtuple("Defect", "title text fault what")):
    def fits(self, title, text):
        return re.search(self.title, title) and re.search(self.text, text)


def names(text):
    return "(" + "|".join(text.split()) + ")"


FILES = "read from the saved files of the project"
MODEL = r"Assets/Models/Pyramid\.obj|/World/Pyramid"
ABSENT = r"UnityEngine\.InputSystem|script guid b0bed94eea35f9c1df62f0b6a610242e"

ROWS = [
    # Which side it is.
    Row("tools/list", r"\w+\._meta", "folder", '"missing": ', "A folder lists the capabilities that a tool needs and that only a running Unity has."),
    Row("tools/list", r"\w+\.description", "both", r"\[needs a running Unity\]\" \| ", "The same for readers."),
    Row("unity_status", r"cannot\[\]", "folder", "needs a running Unity; this is a project folder", "Only a running Unity can do this."),
    Row("unity_status", r"cannot\[\]\.why", "both", "needs a running Unity.*the running Unity does not offer it", "Each side has its own reason."),
    Row("unity_status", "source", "both", '"folder" . "live"', "The source of the answers."),
    Row("list_unitys|use_unity", r"(targets\[\]\.)?(id|platform|source)", "both", r"project@.*Sample Game@|Offline.*LinuxEditor|folder.*editor",
        "The target is the editor, which has the name of the product."),
    Row("check_status", "bridge", "both", '"project" . "mono"', "The runtime of the editor."),
    Row("GetConfig", "port", "both", r"\d+ . \d+", "Each host has its own port."),
    Row("ReadConsoleScript", "Path", "both", "<work>/data/scripts/project-", "The folder's name contains a hash of the path of the project."),
    Row("HookListMethods", r"Items\[\]\.Origin", "both", '"source" . "assembly"', "A folder reads methods from sources, an editor from assemblies."),

    # Answers of the host from the files of an editor's project.
    Row("find_references|missing_references", r"notes(\[\])?", "editor", FILES + "|at the same path /Player of the saved file",
        "The host says that the editor's unsaved changes are not included, and names the object of the file."),
    Row("find_objects", r"notes(\[\])?", "editor", FILES, "The same, for prefabs and scenes that are not loaded."),
    Row("outline", r"lines\[\]", "editor", FILES + '|"Diagnostics:"', "The same."),
    Row("outline|edit_objects", "error", "both", "Diagnostics:..- loaded scenes are as in the editor", "The same, with an error."),
    Row("list_assets|asset_info|project_settings", "notes", "editor", FILES, "The same."),
    Row("find_references", r"rows\[\]\.object", "folder", "obj|<Assets", "Ids of the folder are not those of the editor, so the host removes them."),

    # What only Unity knows.
    Row("outline", r"lines\[\]", "folder", "not read: .*(" + MODEL + ")", "Only Unity reads a model."),
    Row("find_objects", "complete", "both", "false . true", "Only Unity reads a model, so the folder's search is not complete."),
    Row("find_objects", "not_searched", "folder", MODEL, "Only Unity reads a model."),
    Row("raycast", "not_tested", "folder", MODEL, "Only Unity reads a model."),
    Row("MousePick", "NotTested", "folder", MODEL, "Only Unity reads a model."),
    Row("find_objects", "notes", "folder", "a UI layout places it|" + ABSENT, "A folder says what it cannot compute or check."),
    Row("find_objects", r"rows\[\]\.position", "editor", r"Canvas", "A UI layout places the object, and only Unity has the result."),
    Row("find_objects", r"rows\[\]\.position\[\]", "both", r"^/(HUD|Popup|Decoration) Canvas \| 0 \| (960|540)$", "Unity places a canvas on the screen, whatever its file contains."),
    Row("get_components", "notes", "folder", "not exact|leftovers|only the overrides", "A folder says what it computed itself and what the file has in addition."),
    Row("get_components", r"rows\[UnityEngine\.RectTransform\]\.values\.localScale\[\]", "both", r"^/(HUD|Popup|Decoration) Canvas \| 0 \| 1$",
        "Unity scales a canvas on the screen; its file contains 0."),
    Row("get_components", r"rows\[.*\]\.values\." + names(
        "aspect alreadySelecting anchoredPosition3D angularVelocity attachedRigidbody bounds canvas canvasRenderer childCount cull currentSelectedGameObject depth "
        "eulerAngles eventCamera forward hasChanged hierarchyCount image isActiveAndEnabled isFocused isRootCanvas localBounds localToWorldMatrix lossyScale "
        "offsetMax offsetMin parent pixelHeight pixelWidth position rect rectTransform renderOrder renderOrderPriority right root rootCanvas rotation "
        "sharedMaterial sortOrderPriority up velocity worldToLocalMatrix Grounded HitPoints IsDead IsOpen MaxHitPoints Speed"), "editor", "",
        "An editor returns what C# shows; these properties have no field in a file."),
    Row("get_components", r"rows\[UnityEngine\.(Rect)?Transform\]\.values\.(constrainProportionsScale|localEulerAnglesHint)", "folder", "",
        "Fields of the file that C# does not show."),
    Row("get_components", r"rows\[UnityEngine\.(MeshRenderer|Camera|Canvas|Light|(Box|Mesh|Sphere|Capsule)Collider|Rigidbody)\]\.values\." + names(
        "additionalVertexStreams autoUVMaxAngle autoUVMaxDistance fOVAxisMode drawHalo ignoreNormalsForChartDetection importantGI minimumChartSize preserveUVs "
        "projectionMatrixMode receivesEvents scaleInLightmap selectedEditorRenderState shadows staticBatchInfo staticBatchRoot stitchLightmapSeams"), "folder", "",
        "Fields of the file without a C# property of that name."),
    Row("get_components", r"rows\[UnityEngine\.UI\.Text\]\.values\." + names(
        "alignByGeometry alignment font fontSize fontStyle horizontalOverflow lineSpacing resizeTextForBestFit resizeTextMaxSize resizeTextMinSize supportRichText verticalOverflow"),
        "editor", "", "C# shows the parts of the font data as properties."),
    Row("get_components", r"rows\[UnityEngine\.UI\.Text\]\.values\.fontData", "folder", "", "The file contains the font data as a group. C# has no property of that name."),
    Row("get_components", r"rows\[.*\]\.values\.(m_(SendPointerHoverToParent|PresetInfoIsWorld|DragThreshold|FirstSelected|FontData)|\w+\.m_PersistentCalls)", "editor", "",
        "Private fields without a C# property of that name keep their own names."),
    Row("get_components", r"rows\[.*\]\.values\.(sendPointerHoverToParent|presetInfoIsWorld|\w+\.persistentCalls)", "folder", "", "The folder's names of the same fields."),
    Row("get_components", r"rows\[Sample\.Game\.Combat\.Health\]\.values\.onDeath", "folder", "", "Left in the file of a field that the script of the check does not have."),
    Row("get_components", r"rows\[Sample\.Game\.Crate\]\.values\.lid", "both", '"unverifiable".*null$', "A folder cannot check a reference to a removed part of a prefab."),
    Row("get_components", r"rows\[<missing script>\]\.(enabled|values\.\w+)", "folder", "", "C# has no object for a missing script; the file has its values."),

    # What the double does not imitate; see its README.
    Row("outline", r"lines\[\]", "both", ABSENT + "|PlayerInput.*<missing script>", "The double has no input system, and a script without a source is missing for Unity."),
    Row("find_objects", r"rows\[\]\.components\[\]", "both", ABSENT + ".*<missing script>", "The same."),
    Row("get_components", r"rows\[\]\.type", "both", ABSENT + ".*<missing script>", "The same."),
    Row("get_components", r"rows\[\]\.(enabled|values\.\w+)", "folder", "", "The same, with the values of these components in the file."),
    Row("find_objects", r"rows\[\]\.(prefab|position\[\])", "both", "^/World/Pyramid .* (null|0)$", "The double has no importer for models."),
    Row("get_components", r"rows\[UnityEngine\.Transform\]\.values\.localPosition\[\]", "both", "^/World/Pyramid .* 0$", "The same."),
    Row("get_components", r"rows\[UnityEngine\.(Transform)\]\.values\.(localScale|localRotation|localPosition|localEulerAngles)", "editor", "^/World/Pyramid ", "The same."),
    Row("get_components", r"rows\[UnityEngine\.(MeshFilter|MeshCollider)\]\.values\.sharedMesh\.(ref|name|sub)", "folder", "Pyramid|4300000", "The same."),
    Row("get_components", r"rows\[UnityEngine\.(MeshFilter|MeshCollider)\]\.values\.sharedMesh\.missing", "editor", "84bd7cea06afae5001e1daa3fc56626e", "The same."),
    Row("get_components", r"rows\[UnityEngine\.RectTransform\]\.values\.localPosition\[\]", "both", "^/Camera Canvas/Health Bar ", "The double has no size of a canvas before a camera."),
    Row("get_components", r"rows\[UnityEngine\.Transform\]\.values\.localEulerAngles\[\]", "both", r"/Carousel/Arm \| 15 \| 14\.99999\d*$|/Sun \| 0 \| -?\d[.\d]*e-0[78]$",
        "The double computes angles with other rounding than Unity."),
    Row("get_components", r"rows\[UnityEngine\.(BoxCollider|CapsuleCollider|MeshCollider|SphereCollider|Camera|Light|MeshRenderer|Rigidbody)\]\.values\." + names(
        "layerOverridePriority providesContacts sharedMaterial cookingOptions automaticCenterOfMass automaticInertiaTensor centerOfMass excludeLayers includeLayers inertiaTensor inertiaTensorRotation "
        "allowDynamicResolution allowHDR allowMSAA anamorphism aperture barrelClipping bladeCount curvature focalLength focusDistance forceIntoRenderTexture gateFit iso lensShift renderingPath "
        "sensorSize shutterSpeed stereoConvergence stereoSeparation stereoTargetEye targetDisplay useOcclusionCulling areaSize boundingSphereOverride colorTemperature cookie cookieSize cullingMask "
        "flare lightShadowCasterMode lightmapBakeType renderMode renderingLayerMask shadowAngle shadowRadius shape useBoundingSphereOverride useColorTemperature useViewFrustumForShadowCasterCull "
        "allowOcclusionWhenDynamic lightProbeProxyVolumeOverride lightProbeUsage lightmapParameters motionVectorGenerationMode probeAnchor rayTraceProcedural rayTracingMode receiveGI "
        "reflectionProbeUsage rendererPriority shadowCastingMode sortingLayer sortingLayerID sortingOrder staticShadowCaster"), "folder", "",
        "The double has no such member."),
    Row("get_components", r"rows\[UnityEngine\.UI\.(Image|Text)\]\.values\.material", "folder", "", "The double has no such member, so the editor shows the private field."),
    Row("get_components", r"rows\[UnityEngine\.UI\.(Image|Text)\]\.values\.m_Material", "editor", "", "The private field of the same."),

    Row("list_commands", r"\*", "folder", "does not serve `command/list-commands`", "A folder has no commands. An editor without commands does not serve the function."),
    Row("read_logs", r"rows\[\]", "editor", "a parity line", "Only an editor has a console."),
    Row("read_logs", "total", "both", "0 . 1$", "Only an editor has a console."),

    # Edits.
    Row("edit_objects|undo_edits", "notes", "folder", "changed in this host's session only|save_scenes writes only values", "A folder changes its session and no file; it cannot save new structure."),
    Row("edit_objects", r"rows\[\]\.object", "folder", "obj:1?900", "The plan of a running Unity has no id of an object that does not exist yet."),
    Row("edit_objects", r"rows\[\]\.new\.ref", "folder", "obj:9", "The same in a reference."),
    Row("edit_objects", r"rows\[\]\.new\.made", "editor", "0", "A running Unity names it by the edit that creates it."),
    Row("undo_edits", "error", "both", "later changes build on it.*comes first in the undo list of Unity", "Unity undoes its list in order only, also if the changes are independent."),
    Row("list_edits", r"rows\[\]\.fixed", "both", r"undone by entry (\d+); undo entry \1 .*was undone already, by entry \1|undone by entry.*undo list of Unity", "Each side has its own text for an undone entry."),
    Row("list_edits", r"rows\[\]\.fixed", "editor", "undo list of Unity", "Unity undoes its list in order only, and a new change removes what could be redone."),
    Row("save_scenes", r"files\[\]\.backup", "both", "backups/project-.*Library/UnityTools/backups/", "An editor keeps backups in its project."),
    Row("write_script|patch_script|undo_edits", "compiled", "editor", "true|false", "Only an editor compiles."),
    Row("write_script", r"diagnostics\[\]", "editor", "CS0103", "Only an editor compiles."),
    Row("write_script|patch_script|undo_edits", "notes", "folder", "not compiled: no running editor", "Only an editor compiles."),
    Row("save_scenes", "notes", "folder", "already contains all edits", "An editor also saves a scene that counts as changed and lists no line; Unity counts it as changed after an undo."),
    Row("GetTimeScale", r"\*", "folder", "the editor is in edit mode, so no game runs", "An editor has the time of a game in play mode only (docs/use/editors.md)."),

    # Errors of the same kind with texts of their own.
    Row("find_objects", "error", "both", "no component type NoSuchType|Crat.prefab", "The folder says which files it did not search, and each side suggests similar names by its own measure."),
    Row("edit_objects", "error", "both", "^ . \"edit 0: .*\" . \"edit 0: ", "The texts of the package name the same reason."),
    Row("write_script", "error", "both", "exists already.*exists already", "The texts name the same reason and digest."),
    Row("HookRemove", "error", "both", "Hook not found.*has no hook", "The texts name the same reason."),
]
DEFECTS = []

# Tools of the profiles that no step can call, with the reason.
NOT_SERVED = {}
