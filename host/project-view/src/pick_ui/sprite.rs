//! The size of a sprite, from the importer settings and the header of the image file.

use glam::DVec2;
use host_project_world::transforms::Numbers;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Read;
use unity_files::Project;
use unity_yaml::{FileRef, Node, parse_bare};

/// The preferred sizes of an Image that shows this sprite, in canvas units at 100 pixels per unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprite {
    /// Width and height of the whole sprite in canvas units; `None` if only Unity's importer knows them.
    pub(crate) whole: Option<DVec2>,
    /// Sum of the left and right borders, and of the top and bottom borders: the minimum size of a sliced sprite.
    pub(super) borders: DVec2,
}

/// A cache of the sprites that the computation of one layout reads.
pub(super) struct Sprites<'a> {
    project: &'a Project,
    known: RefCell<HashMap<FileRef, Option<Sprite>>>,
}

/// The value of `spriteMode` for a texture that is one sprite.
const SINGLE: i64 = 1;

/// The value of `spriteMode` for a texture with several sprites.
const MULTIPLE: i64 = 2;

/// Unity's default for the reference pixels per unit of a canvas.
const PIXELS_PER_UNIT: f64 = 100.0;

impl<'a> Sprites<'a> {
    pub(crate) fn new(project: &'a Project) -> Self {
        Self {
            project,
            known: RefCell::default(),
        }
    }

    /// Returns the sizes of the sprite; `None` if the reference is not a sprite in a texture of this project.
    pub(crate) fn get(&self, sprite: FileRef) -> Option<Sprite> {
        if let Some(known) = self.known.borrow().get(&sprite) {
            return *known;
        }
        let found = self.read(sprite);
        self.known.borrow_mut().insert(sprite, found);
        found
    }

    fn read(&self, sprite: FileRef) -> Option<Sprite> {
        let path = self.project.index.path(sprite.guid)?;
        let meta = self.project.read(&format!("{path}.meta")).ok()?;
        let meta = parse_bare(std::str::from_utf8(&meta).ok()?.trim_start_matches('\u{feff}')).ok()?;
        let importer = meta.get("TextureImporter")?;
        let scale = PIXELS_PER_UNIT / importer.real("spritePixelsToUnits").filter(|pixels| *pixels > 0.0)?;
        let (whole, border) = match importer.whole("spriteMode")? {
            SINGLE => (png_size(self.project, path), importer.get("spriteBorder")),
            MULTIPLE => {
                let sprites = importer.get("spriteSheet")?.get("sprites")?.items();
                let own = sprites
                    .iter()
                    .find(|own| own.whole("internalID") == Some(sprite.file_id))?;
                let rect = own.get("rect")?;
                let size = DVec2::new(rect.real("width")?, rect.real("height")?);
                (Some(size), own.get("border"))
            }
            _ => return None,
        };
        // A texture beyond the limit is scaled down together with its sprites.
        let limit = importer.real("maxTextureSize").unwrap_or(2048.0);
        let whole = whole.filter(|size| size.max_element() <= limit);
        Some(Sprite {
            whole: whole.map(|size| size * scale),
            borders: border.map_or(DVec2::ZERO, borders) * scale,
        })
    }
}

fn borders(border: &Node<'_>) -> DVec2 {
    let side = |name: &str| border.real(name).unwrap_or(0.0);
    DVec2::new(side("x") + side("z"), side("y") + side("w"))
}

/// Returns width and height in pixels of a PNG file, read from its header; `None` for any other file.
fn png_size(project: &Project, path: &str) -> Option<DVec2> {
    let path = project.roots().locate(path).ok()?;
    if !std::fs::metadata(&path).ok()?.is_file() {
        return None;
    }
    let mut head = Vec::with_capacity(24);
    std::fs::File::open(path).ok()?.take(24).read_to_end(&mut head).ok()?;
    let rest = head.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    // Length and name of the first chunk, then the two numbers.
    let number = |at: usize| -> Option<f64> {
        let bytes: [u8; 4] = rest.get(at..at + 4)?.try_into().ok()?;
        Some(f64::from(u32::from_be_bytes(bytes)))
    };
    (rest.get(4..8)? == b"IHDR").then_some(())?;
    Some(DVec2::new(number(8)?, number(12)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tests_projects::{TinyProject, guid};
    use unity_yaml::Guid;

    fn find(project: &TinyProject, digit: char, file_id: i64) -> Option<Sprite> {
        let project = Project::open(project.root()).expect("a project");
        let guid = Guid::parse(&guid(digit)).expect("a guid");
        Sprites::new(&project).get(FileRef { file_id, guid })
    }

    fn meta(digit: char, rest: &str) -> String {
        let guid = guid(digit);
        format!(
            "fileFormatVersion: 2\nguid: {guid}\nTextureImporter:\n  maxTextureSize: 64\n  spritePixelsToUnits: 50\n{rest}"
        )
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    #[test]
    fn reads_sprite_size_from_png_header_sheet_and_border() {
        let project = TinyProject::new();
        let single = "  spriteMode: 1\n  spriteBorder: {x: 4, y: 1, z: 6, w: 2}\n";
        project.write("Assets/One.png", png(40, 20));
        project.write("Assets/One.png.meta", meta('a', single));
        project.write("Assets/Large.png", png(65, 20));
        project.write("Assets/Large.png.meta", meta('b', single));
        project.write("Assets/Fake.png", "no picture");
        project.write("Assets/Fake.png.meta", meta('c', single));
        let sheet = "  spriteMode: 2\n  spriteSheet:\n    sprites:\n    - name: A\n      rect:\n        x: 0\n        y: 0\n        width: 16\n        height: 8\n      border: {x: 0, y: 0, z: 0, w: 0}\n      internalID: -77\n";
        project.write("Assets/Sheet.png", png(32, 32));
        project.write("Assets/Sheet.png.meta", meta('d', sheet));
        let borders = DVec2::new(20.0, 6.0);
        let whole = |x: f64, y: f64| Some(DVec2::new(x, y));
        assert_eq!(
            find(&project, 'a', 21_300_000),
            Some(Sprite {
                whole: whole(80.0, 40.0),
                borders
            })
        );
        assert_eq!(find(&project, 'b', 21_300_000), Some(Sprite { whole: None, borders }));
        assert_eq!(find(&project, 'c', 21_300_000), Some(Sprite { whole: None, borders }));
        let own = Sprite {
            whole: whole(32.0, 16.0),
            borders: DVec2::ZERO,
        };
        assert_eq!(find(&project, 'd', -77), Some(own));
        assert_eq!(find(&project, 'd', 5), None);
        assert_eq!(find(&project, 'e', 21_300_000), None);
    }
}
