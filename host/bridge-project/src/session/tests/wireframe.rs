//! Tests of wireframe pictures of small projects and of the sample project, compared pixel by pixel.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use glam::DVec2;
use glam::DVec3;
use host_bridge::{BridgeErrorKind, Replied, Reply};
use host_bridge::{Command, Vector3};
use host_project_view::pick_ui::canvas_layout::Shown;
use host_project_view::wireframe::letters::{self, Layout};
use host_project_view::wireframe::picture::{Ink, PALETTE};
use host_project_view::wireframe::*;
use std::path::Path;
use tests_projects::{TinyProject, guid};

mod real;

/// A decoded picture: one palette index per pixel, in rows from top to bottom.
struct Decoded {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    described: bool,
    not_drawn: Vec<String>,
    diagnostics: Vec<String>,
}

impl Decoded {
    /// Returns the palette index of a pixel. Coordinates begin at the lower left corner.
    fn color_at(&self, x: f64, y: f64) -> u8 {
        let (x, up) = ((x as usize).min(self.width - 1), (y as usize).min(self.height - 1));
        self.pixels[(self.height - 1 - up) * self.width + x]
    }

    fn count(&self, ink: Ink) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == ink as u8).count()
    }

    /// True if the pixel or one of its neighbors has this color. Lines are rounded to whole pixels.
    fn is_near(&self, x: f64, y: f64, ink: Ink) -> bool {
        let beside = [-1.0, 0.0, 1.0];
        beside.iter().any(|right| {
            beside
                .iter()
                .any(|up| self.color_at((x + right).max(0.0), (y + up).max(0.0)) == ink as u8)
        })
    }
}

fn wireframe(session: &mut Session, width: u32, height: u32) -> Decoded {
    let replied = session.run(Command::Wireframe { width, height }).expect("a picture");
    let Reply::Picture(picture) = replied.reply else {
        panic!("no picture")
    };
    assert_eq!(
        (picture.width, picture.height, picture.file_path),
        (width, height, None)
    );
    let file = picture.png;
    let header = minipng::decode_png_header(&file).expect("a header");
    let mut buffer = vec![0; header.required_bytes_rgba8bpc()];
    let mut image = minipng::decode_png(&file, &mut buffer).expect("a PNG");
    assert_eq!((image.width(), image.height()), (width, height));
    image.convert_to_rgba8bpc().expect("colours");
    let ink = |pixel: &[u8]| PALETTE.iter().position(|colour| colour == &pixel[..3]).expect("an ink") as u8;
    let pixels = image.pixels().chunks(4).map(ink).collect();
    let described = file
        .windows(12 + WORDS.len())
        .any(|part| part == format!("Description\0{WORDS}").as_bytes());
    let (width, height) = (width as usize, height as usize);
    Decoded {
        width,
        height,
        pixels,
        described,
        not_drawn: picture.not_drawn,
        diagnostics: replied.diagnostics,
    }
}

/// Reads the text in the picture from its pixels.
fn read_words(picture: &Decoded) -> String {
    let (width, height) = (picture.width as u32, picture.height as u32);
    let layout = Layout::fit(WORDS, width, height);
    let alphabet = "adefilmnortw, ";
    let mut lines = Vec::new();
    for (line, text) in layout.lines.iter().enumerate() {
        let mut read = String::new();
        for column in 0..text.chars().count() {
            let (x, row) = layout.place(line, column);
            let rows: Vec<u8> = (0..8)
                .map(|down| {
                    (0..5).fold(0, |bits, right| {
                        let (x, row) = (x + right * layout.scale, row + down * layout.scale);
                        let pixel = picture.pixels[row as usize * picture.width + x as usize];
                        bits << 1 | u8::from(pixel == Ink::Word as u8)
                    })
                })
                .collect();
            read.push(
                alphabet
                    .chars()
                    .find(|letter| letters::rows(*letter).as_slice() == rows)
                    .unwrap_or('?'),
            );
        }
        lines.push(read);
    }
    lines.join(" ")
}

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const CUBE: &str = "{fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}";

/// Returns the YAML text of an object with a Transform and components, given by class number, class name and fields.
fn object(number: u32, name: &str, layer: u32, at: [f64; 3], components: &[(u32, &str, &str)]) -> String {
    let (id, transform) = (number * 100, number * 100 + 1);
    let ids: String = (2..).zip(components).fold(String::new(), |text, (at, _)| {
        text + &format!("  - component: {{fileID: {}}}\n", number * 100 + at)
    });
    let tag = if name == "Eye" { "MainCamera" } else { "Untagged" };
    let mut text = format!(
        "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n{ids}  m_Layer: {layer}\n  m_Name: {name}\n  m_TagString: {tag}\n  m_IsActive: 1\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_LocalPosition: {{x: {}, y: {}, z: {}}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n",
        at[0], at[1], at[2]
    );
    for (at, (class, kind, fields)) in (2..).zip(components) {
        text += &format!(
            "--- !u!{class} &{}\n{kind}:\n  m_GameObject: {{fileID: {id}}}\n{fields}",
            number * 100 + at
        );
    }
    text
}

fn eye(fields: &str) -> String {
    let fields = format!("  near clip plane: 1\n  far clip plane: 100\n  field of view: 90\n{fields}");
    object(1, "Eye", 0, [0.0; 3], &[(20, "Camera", &fields)])
}

fn mesh(number: u32, layer: u32, at: [f64; 3], mesh: &str) -> String {
    let filter = format!("  m_Mesh: {mesh}\n");
    object(
        number,
        "Mesh",
        layer,
        at,
        &[(33, "MeshFilter", &filter), (23, "MeshRenderer", "  m_Enabled: 1\n")],
    )
}

fn session(objects: &[String]) -> (TinyProject, Session) {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), format!("{HEAD}{}", objects.concat()));
    let options = ProjectOptions {
        open: OpenScenes::All,
        ..ProjectOptions::new(project.root())
    };
    let session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    (project, session)
}

#[test]
fn draws_cube_edges_at_their_projected_positions() {
    let (_project, mut session) = session(&[eye(""), mesh(2, 0, [0.0, 0.0, 4.5], CUBE)]);
    let picture = wireframe(&mut session, 400, 400);
    // 90 degrees: half the picture is as wide as the distance. The front face is 4 units away, the back face 5.
    for distance in [4.0, 5.0] {
        let half = 0.5 / distance * 200.0;
        for across in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            for (x, y) in [(across, 1.0), (across, -1.0), (1.0, across), (-1.0, across)] {
                assert!(
                    picture.is_near(200.0 + x * half, 200.0 + y * half, Ink::Mesh),
                    "{x} {y} at {distance}"
                );
            }
        }
    }
    assert_eq!(picture.color_at(200.0, 200.0), Ink::Ground as u8);
    assert!(!picture.is_near(235.0, 200.0, Ink::Mesh));
    // Two squares of 51 and 41 pixels and four short edges between them.
    let drawn = picture.count(Ink::Mesh);
    assert!((340..420).contains(&drawn), "{drawn}");
    assert!(
        picture.not_drawn.is_empty() && picture.diagnostics.is_empty(),
        "{:?}",
        picture.not_drawn
    );
}

#[test]
fn draws_text_label_or_reports_missing_letters() {
    let (_project, mut session) = session(&[eye("")]);
    for (width, height) in [(1280, 720), (400, 400), (191, 64), (100, 100), (61, 80), (4096, 2160)] {
        let picture = wireframe(&mut session, width, height);
        assert_eq!(read_words(&picture), WORDS, "{width} x {height}");
        assert!(picture.described);
        assert!(picture.not_drawn.is_empty(), "{:?}", picture.not_drawn);
    }
    let tiny = wireframe(&mut session, 16, 16);
    assert!(tiny.count(Ink::Word) > 0);
    assert!(tiny.not_drawn[0].contains("letters"), "{:?}", tiny.not_drawn);
}

#[test]
fn same_scene_yields_identical_picture_bytes() {
    let (_project, mut session) = session(&[eye(""), mesh(2, 0, [0.3, 0.2, 4.5], CUBE)]);
    let mut bytes = || match session.run(Command::Wireframe { width: 101, height: 57 }) {
        Ok(Replied {
            reply: Reply::Picture(picture),
            ..
        }) => picture.png,
        other => panic!("{other:?}"),
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn omits_meshes_outside_the_near_and_far_planes() {
    let around = |at: f64| {
        let (_project, mut session) = session(&[eye(""), mesh(2, 0, [0.0, 0.0, at], CUBE)]);
        wireframe(&mut session, 200, 200).count(Ink::Mesh)
    };
    assert_eq!(around(-5.0), 0);
    assert_eq!(around(0.2), 0);
    assert_eq!(around(101.0), 0);
    // Its front face is before the near plane, its back face behind it: the edges between them are clipped.
    let cut = around(1.2);
    let whole = around(3.0);
    assert!(cut > 0 && whole > 0, "{cut} {whole}");
}

#[test]
fn counts_things_that_cannot_be_drawn() {
    let model = "{fileID: 4300000, guid: 11111111111111111111111111111111, type: 3}";
    let sprite = |number, layer| {
        object(
            number,
            "Sprite",
            layer,
            [0.0; 3],
            &[(212, "SpriteRenderer", "  m_Enabled: 1\n")],
        )
    };
    let off = object(9, "Off", 0, [0.0; 3], &[(212, "SpriteRenderer", "  m_Enabled: 0\n")]);
    let (_project, mut session) = session(&[
        eye("  m_CullingMask:\n    serializedVersion: 2\n    m_Bits: 1\n"),
        mesh(2, 0, [0.0, 0.0, 5.0], model),
        mesh(3, 0, [0.0, 0.0, 5.0], model),
        mesh(4, 0, [0.0, 0.0, 5.0], "{fileID: 0}"),
        mesh(5, 5, [0.0, 0.0, 5.0], CUBE),
        sprite(6, 0),
        sprite(7, 0),
        sprite(8, 4),
        off,
        object(10, "Land", 0, [0.0; 3], &[(218, "Terrain", "  m_Enabled: 1\n")]),
        object(11, "Flat", 0, [0.0; 3], &[(61, "BoxCollider2D", "  m_Enabled: 1\n")]),
    ]);
    let picture = wireframe(&mut session, 200, 200);
    assert_eq!(picture.count(Ink::Mesh), 0);
    assert_eq!(
        picture.not_drawn,
        [
            "2 meshes of model or asset files",
            "1 mesh renderer without a saved mesh",
            "2 sprites",
            "1 terrain",
            "1 2D collider",
            "2 things on layers that the camera does not show",
        ]
    );
}

#[test]
fn rejects_invalid_sizes_and_missing_camera() {
    let (_project, mut session) = session(&[mesh(2, 0, [0.0, 0.0, 5.0], CUBE)]);
    for (width, height, named) in [
        (15, 100, "`width` is 15"),
        (100, 4097, "`height` is 4097"),
        (0, 0, "`width` is 0"),
    ] {
        let error = session.run(Command::Wireframe { width, height }).unwrap_err();
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        assert!(
            error.message.contains(named) && error.message.contains("16 to 4096"),
            "{error}"
        );
    }
    let error = session
        .run(Command::Wireframe {
            width: 100,
            height: 100,
        })
        .unwrap_err();
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    assert!(error.message.contains("no camera") && error.hint.is_some(), "{error}");
}

#[test]
fn extreme_numbers_still_yield_a_picture() {
    let huge = object(
        2,
        "Huge",
        0,
        [3e38, -3e38, 3e38],
        &[
            (65, "BoxCollider", "  m_Size: {x: 3e38, y: 3e38, z: 3e38}\n"),
            (136, "CapsuleCollider", "  m_Radius: 3e38\n  m_Height: 3e38\n"),
        ],
    );
    let near = "  near clip plane: -5\n  far clip plane: 3e38\n";
    let (_project, mut session) = session(&[eye(near), huge]);
    assert_eq!(read_words(&wireframe(&mut session, 200, 200)), WORDS);
}
