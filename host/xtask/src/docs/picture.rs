//! The picture in the README: the commands of its example of a first change, with the output of the host program.

use crate::files;
use crate::process;
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Maximum number of characters in a line of the drawn terminal; longer lines are wrapped.
const COLUMNS: usize = 100;
/// Width of a drawn character in pixels.
const WIDTH: usize = 8;
/// Height of a drawn character in pixels.
const HEIGHT: usize = 18;
/// Margin around the drawn text in pixels.
const MARGIN: usize = 16;

/// The shell prompt that is drawn before each command.
const PROMPT: &str = "$ ";
/// Colour of a drawn command.
const TYPED: &str = "#7ee787";
/// Colour of the output of a drawn command.
const PRINTED: &str = "#e6edf3";

/// Runs the commands in the block `change` of the README with the host `program` in `folder`. Returns an SVG image.
pub(super) fn first_change(root: &Path, program: &Path, folder: &Path) -> Result<String> {
    let readme = files::read_text(&root.join("README.md"))?;
    let block = readme
        .split("<!-- test: change -->")
        .nth(1)
        .and_then(|rest| rest.split("```").nth(1))
        .context("README.md has no block marked `test: change`")?;
    let mut lines = Vec::new();
    for command in block.lines().skip(1).filter(|line| !line.is_empty()) {
        let (_, arguments) = command.split_once(' ').context("a command has arguments")?;
        lines.extend(wrapped(&format!("{PROMPT}unity-tool-host {arguments}")).map(|text| Line { colour: TYPED, text }));
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("exec \"$0\" {arguments}")])
            .arg(program)
            .current_dir(folder)
            .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", folder.join("data"))
            .env("UNITY_TOOL_HOST_PROJECT_SAMPLE", "true");
        let answer = process::capture(&mut shell)?;
        lines.extend(
            answer
                .lines()
                .flat_map(wrapped)
                .map(|text| Line { colour: PRINTED, text }),
        );
    }
    Ok(draw_svg(&lines))
}

fn wrapped(line: &str) -> impl Iterator<Item = String> {
    let signs: Vec<char> = line.chars().collect();
    let rows: Vec<String> = signs.chunks(COLUMNS).map(|row| row.iter().collect()).collect();
    rows.into_iter()
}

struct Line {
    colour: &'static str,
    text: String,
}

fn draw_svg(lines: &[Line]) -> String {
    let (width, height) = (COLUMNS * WIDTH + 2 * MARGIN, lines.len() * HEIGHT + 2 * MARGIN);
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n"
    );
    for (row, Line { colour, text }) in lines.iter().enumerate() {
        let y = MARGIN + (row + 1) * HEIGHT - HEIGHT / 4;
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(
            image,
            "<text x=\"{MARGIN}\" y=\"{y}\" fill=\"{colour}\" xml:space=\"preserve\">{text}</text>"
        )
        .expect("writing to a String cannot fail");
    }
    image.push_str("</svg>\n");
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_long_lines_and_escapes_markup() {
        let rows: Vec<usize> = wrapped(&"x".repeat(250)).map(|row| row.len()).collect();
        assert_eq!(rows, [100, 100, 50]);
        let image = draw_svg(&[Line {
            colour: PRINTED,
            text: "a < b & c".to_owned(),
        }]);
        assert!(image.contains(">a &lt; b &amp; c</text>"), "{image}");
    }
}
