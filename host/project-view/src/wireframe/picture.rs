//! A picture whose pixels are indexes into a palette of six colors.

use super::{eye, png};
use glam::DVec2;

/// The color of a pixel. The number of each variant is its index in the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The background of the picture.
    Ground = 0,
    /// Lines of built-in meshes.
    Mesh = 1,
    /// Lines of colliders.
    Collider = 2,
    /// Lines of UI rectangles.
    Rectangle = 3,
    /// The background of the text.
    Plate = 4,
    /// The letters of the text.
    Word = 5,
}

/// Red, green and blue of each `Ink`, in the order of the variants.
pub const PALETTE: [[u8; 3]; 6] = [
    [18, 20, 24],
    [200, 204, 210],
    [96, 216, 112],
    [88, 168, 255],
    [0, 0, 0],
    [255, 220, 96],
];

/// The pixels of a picture that is being drawn, in rows from top to bottom.
pub(super) struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    /// Creates a picture with only the background. `width` and `height` are at most 4096 pixels.
    pub(crate) fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            pixels: vec![Ink::Ground as u8; width as usize * height as usize],
        }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Sets one pixel. Coordinates count from the upper left corner; pixels outside the picture are ignored.
    pub(super) fn dot(&mut self, x: u32, row: u32, ink: Ink) {
        if x < self.width
            && let Some(pixel) = self.pixels.get_mut(row as usize * self.width as usize + x as usize)
        {
            *pixel = ink as u8;
        }
    }

    /// Returns the part of a 2D line inside the picture, in pixels from its lower left corner; `None` if there is none.
    pub(crate) fn clip_line(&self, from: DVec2, to: DVec2) -> Option<[DVec2; 2]> {
        let size = DVec2::new(f64::from(self.width), f64::from(self.height));
        eye::cut(from, to, DVec2::ZERO, size)
    }

    /// Draws a line. Its ends must be inside the picture, in pixels from the lower left corner.
    pub(crate) fn line(&mut self, from: DVec2, to: DVec2, ink: Ink) {
        let along = to - from;
        // Inside the picture, so at most a few thousand.
        let steps = along.abs().max_element().ceil().clamp(1.0, 8192.0) as u32;
        for step in 0..=steps {
            let point = from + along * (f64::from(step) / f64::from(steps));
            // The upper and the right edge belong to the last pixels.
            let x = (point.x.max(0.0) as u32).min(self.width - 1);
            let up = (point.y.max(0.0) as u32).min(self.height - 1);
            self.dot(x, self.height - 1 - up, ink);
        }
    }

    /// Returns the picture as a PNG file, which also contains `words` as its description.
    pub(crate) fn file(&self, words: &str) -> Vec<u8> {
        let rows = self.pixels.chunks(self.width as usize);
        png::encode(self.width, self.height, &PALETTE, rows, words)
    }
}
