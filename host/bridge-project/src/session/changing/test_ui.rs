//! The test canvas for UI picks: two blocks above all other UI, created and removed by commands.

use super::created_objects::{Doc, Placing, Plan};
use crate::session::Session;
use host_bridge::{BridgeError, Event, ObjectId, Replied, Reply, TestUi};

const ROOT: &str = "McpTestCanvas";

/// The names of the two squares on the test canvas, and their horizontal centers as fractions of the screen width.
const BLOCKS: [(&str, f64); 2] = [("McpTestBlock_Left", 0.35), ("McpTestBlock_Right", 0.65)];

/// The size of a square on the test canvas in canvas units, which are pixels at a screen size of 1920 x 1080.
const BLOCK_SIZE: [f64; 2] = [180.0, 180.0];

/// The number of Unity's built-in layer `UI`.
const LAYER: u32 = 5;

pub(in crate::session) const TAKEN_AWAY: &str =
    "the test canvas was removed with DestroyTestUi; SpawnTestUi creates a new one";

/// The ids of the objects that `SpawnTestUi` created: a canvas with two squares, and an event system. Empty if they
/// were not created.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct TestUiState {
    /// The ids of the canvas, the left square and the right square, in this order.
    canvas: Vec<ObjectId>,
    event_system: Vec<ObjectId>,
}

impl Session {
    /// Creates the test canvas (a canvas with two squares) in the first loaded scene, or returns the existing one.
    pub(in crate::session) fn spawn_test_ui(&mut self) -> Result<Replied, BridgeError> {
        let complete = self.test_ui.canvas.iter().all(|id| self.world.find(*id).is_some());
        let mut notes = Vec::new();
        if self.test_ui.canvas.is_empty() || !complete {
            let scene = self.view().first_loaded()?;
            self.room_for_edit()?;
            if !self.test_ui.canvas.is_empty() {
                notes.push("parts of the earlier test canvas were gone; all of it was created again".to_owned());
                self.remove_test_ui();
            }
            self.test_ui.canvas = self.make(scene, &plans(), None)?;
            if !self.view().has_event_system(&self.view().seen_with(scene.0)) {
                self.test_ui.event_system = self.make(scene, &[event_system()], None)?;
                notes.push(
                    "no EventSystem is active in its scene; one was made and goes away with DestroyTestUi".to_owned(),
                );
            }
        } else {
            notes.push("the test canvas was there already".to_owned());
        }
        let reply = self
            .test_ui
            .reply()
            .ok_or_else(|| BridgeError::new(host_bridge::BridgeErrorKind::Internal, "the test canvas lost its root"))?;
        let mut replied = self.count_write(Reply::TestUi(reply));
        replied.diagnostics.extend(notes);
        Ok(replied)
    }

    /// Removes the test canvas and all objects below it. Succeeds if there is no canvas.
    pub(in crate::session) fn destroy_test_ui(&mut self) -> Result<Replied, BridgeError> {
        let was_there = self.test_ui.canvas.iter().any(|id| self.world.find(*id).is_some());
        self.remove_test_ui();
        let before = self.selection.len();
        let world = &self.world;
        self.selection.retain(|object| world.find(*object).is_some());
        if self.selection.len() != before {
            self.events.push(Event::SelectionChanged);
        }
        let mut replied = self.count_write(Reply::Done);
        if !was_there {
            replied.diagnostics.push("there was no test canvas".to_owned());
        }
        Ok(replied)
    }

    fn remove_test_ui(&mut self) {
        let TestUiState { canvas, event_system } = std::mem::take(&mut self.test_ui);
        for made in [canvas, event_system] {
            self.unmake(&made, TAKEN_AWAY);
        }
    }
}

impl TestUiState {
    /// Returns the ids of the canvas and its two squares, and the id of the event system created with them, if any.
    pub(in crate::session) fn objects(&self) -> (&[ObjectId], &[ObjectId]) {
        (&self.canvas, &self.event_system)
    }

    pub(in crate::session) fn put(&mut self, canvas: Vec<ObjectId>, event_system: Vec<ObjectId>) {
        *self = Self { canvas, event_system };
    }

    pub(in crate::session) fn reply(&self) -> Option<TestUi> {
        let (root, blocks) = self.canvas.split_first()?;
        let named = BLOCKS
            .iter()
            .zip(blocks)
            .map(|((name, _), id)| ((*name).to_owned(), *id));
        Some(TestUi {
            root: *root,
            blocks: named.collect(),
        })
    }
}

fn plans() -> Vec<Plan<'static>> {
    let root = Plan {
        name: ROOT,
        layer: LAYER,
        parent: None,
        placing: Placing::Rect {
            min: [0.0; 2],
            max: [0.0; 2],
            position: [0.0; 3],
            size: [0.0; 2],
        },
        components: vec![
            Doc::engine(223, "Canvas", CANVAS),
            Doc::script("0cd44c1031e13a943bb63640046fad76", SCALER),
            Doc::script("dc42784cf147c0c48a680349fa168899", RAYCASTER),
        ],
    };
    let blocks = BLOCKS.iter().map(|(name, x)| Plan {
        name,
        layer: LAYER,
        parent: Some(0),
        placing: Placing::Rect {
            min: [*x, 0.5],
            max: [*x, 0.5],
            position: [0.0; 3],
            size: BLOCK_SIZE,
        },
        components: vec![
            Doc::engine(222, "CanvasRenderer", "  m_CullTransparentMesh: 1\n"),
            Doc::script("fe87c0e1cc204ed48ad3b37840f39efc", IMAGE),
        ],
    });
    std::iter::once(root).chain(blocks).collect()
}

fn event_system() -> Plan<'static> {
    Plan {
        name: "EventSystem",
        layer: 0,
        parent: None,
        placing: Placing::Plain { position: [0.0; 3] },
        components: vec![Doc::script(
            "76c392e42b5098c458856cdf6ecaaaa1",
            "  m_FirstSelected: {fileID: 0}\n  m_sendNavigationEvents: 1\n  m_DragThreshold: 10\n",
        )],
    }
}

const CANVAS: &str = "  m_Enabled: 1
  serializedVersion: 3
  m_RenderMode: 0
  m_Camera: {fileID: 0}
  m_PlaneDistance: 100
  m_PixelPerfect: 0
  m_ReceivesEvents: 1
  m_OverrideSorting: 0
  m_OverridePixelPerfect: 0
  m_SortingBucketNormalizedSize: 0
  m_AdditionalShaderChannelsFlag: 0
  m_SortingLayerID: 0
  m_SortingOrder: 32767
  m_TargetDisplay: 0
";

const SCALER: &str = "  m_UiScaleMode: 1
  m_ReferencePixelsPerUnit: 100
  m_ScaleFactor: 1
  m_ReferenceResolution: {x: 1920, y: 1080}
  m_ScreenMatchMode: 0
  m_MatchWidthOrHeight: 0.5
  m_PhysicalUnit: 3
  m_FallbackScreenDPI: 96
  m_DefaultSpriteDPI: 96
  m_DynamicPixelsPerUnit: 1
  m_PresetInfoIsWorld: 0
";

const RAYCASTER: &str = "  m_IgnoreReversedGraphics: 1
  m_BlockingObjects: 0
  m_BlockingMask:
    serializedVersion: 2
    m_Bits: 4294967295
";

const IMAGE: &str = "  m_Material: {fileID: 0}
  m_Color: {r: 1, g: 1, b: 1, a: 1}
  m_RaycastTarget: 1
  m_RaycastPadding: {x: 0, y: 0, z: 0, w: 0}
  m_Maskable: 1
  m_OnCullStateChanged:
    m_PersistentCalls:
      m_Calls: []
  m_Sprite: {fileID: 0}
  m_Type: 0
  m_PreserveAspect: 0
  m_FillCenter: 1
  m_FillMethod: 4
  m_FillAmount: 1
  m_FillClockwise: 1
  m_FillOrigin: 0
  m_UseSpriteMesh: 0
  m_PixelsPerUnitMultiplier: 1
";
