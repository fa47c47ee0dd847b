//! Unity's grid layout group: cells of equal size in rows and columns.

use super::input::Wish;
use super::rect::RectSpec;
use super::{Padding, start_offset};
use glam::DVec2;

/// The fixed number of columns or rows in a grid; `Flexible` if neither is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    Flexible,
    Columns(u32),
    Rows(u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    pub padding: Padding,
    pub anchor: u8,
    pub cell: DVec2,
    pub spacing: DVec2,
    pub constraint: Constraint,
    /// True if children fill one column after the other, false if one row after the other.
    pub by_column: bool,
    /// True if the first cell is on the right.
    pub from_right: bool,
    pub from_bottom: bool,
}

/// Tolerance in canvas units for rounding errors when grid cells exactly fill a rectangle.
const SLACK: f64 = 0.001;

/// The number of grid cells along an axis if a cell has the size zero; larger than any number of children.
const UNLIMITED: usize = usize::MAX / 4;

impl Grid {
    fn columns_wanted(&self, count: usize) -> (usize, usize) {
        match self.constraint {
            Constraint::Columns(columns) => (columns.max(1) as usize, columns.max(1) as usize),
            Constraint::Rows(rows) => {
                let columns = count.div_ceil(rows.max(1) as usize);
                (columns, columns)
            }
            Constraint::Flexible => (1, (count as f64).sqrt().ceil() as usize),
        }
    }

    /// Returns the number of grid cells that fit into the length `size` along an axis; at least 1.
    fn cells_that_fit(&self, axis: usize, size: f64) -> usize {
        let step = self.cell[axis] + self.spacing[axis];
        if step <= 0.0 {
            return UNLIMITED;
        }
        let fit = (size - self.padding.axis_sum(axis) + self.spacing[axis] + SLACK) / step;
        // A negative or very large number saturates.
        (fit.floor() as usize).clamp(1, UNLIMITED)
    }

    fn length(&self, axis: usize, cells: usize) -> f64 {
        self.padding.axis_sum(axis) + (self.cell[axis] + self.spacing[axis]) * cells as f64 - self.spacing[axis]
    }

    /// Returns the size that the grid requests along an axis (0 = x) for `count` children. The requested height depends
    /// on the grid's `width`.
    pub(super) fn total(&self, axis: usize, count: usize, width: f64) -> Wish {
        let (least, wanted) = if axis == 0 {
            self.columns_wanted(count)
        } else {
            let rows = match self.constraint {
                Constraint::Columns(columns) => count.div_ceil(columns.max(1) as usize),
                Constraint::Rows(rows) => rows.max(1) as usize,
                Constraint::Flexible => count.div_ceil(self.cells_that_fit(0, width)),
            };
            (rows, rows)
        };
        Wish {
            min: self.length(axis, least),
            preferred: self.length(axis, wanted),
            // Negative means none: the grid does not stretch.
            flexible: -1.0,
            doubt: None,
        }
    }

    /// Sets the anchors and the size of one child of the grid. Its position is set by `place`.
    pub(super) fn size(&self, rect: &mut RectSpec) {
        rect.anchor_min = DVec2::Y;
        rect.anchor_max = DVec2::Y;
        rect.size_delta = self.cell;
    }

    /// Sets the positions of all children in a grid of the size `size`.
    pub(super) fn place(&self, size: DVec2, rects: &mut [&mut RectSpec]) {
        let count = rects.len();
        if count == 0 {
            return;
        }
        let (columns, rows) = match self.constraint {
            Constraint::Columns(columns) => {
                let columns = columns.max(1) as usize;
                (columns, count.div_ceil(columns).max(1))
            }
            Constraint::Rows(rows) => {
                let rows = rows.max(1) as usize;
                (count.div_ceil(rows).max(1), rows)
            }
            Constraint::Flexible => (self.cells_that_fit(0, size.x), self.cells_that_fit(1, size.y)),
        };
        let main = if self.by_column { rows } else { columns };
        let lines = count.div_ceil(main);
        let (used_columns, used_rows) = if self.by_column {
            let columns = match self.constraint {
                Constraint::Columns(_) => columns.min(count),
                _ => columns.clamp(1, lines),
            };
            (columns, rows.clamp(1, count))
        } else {
            let rows = match self.constraint {
                Constraint::Rows(_) => rows.min(count),
                _ => rows.clamp(1, lines),
            };
            (columns.clamp(1, count), rows)
        };
        let content = |axis: usize, cells: usize| {
            self.cell[axis] * cells as f64 + self.spacing[axis] * (cells.saturating_sub(1)) as f64
        };
        let start = DVec2::new(
            start_offset(&self.padding, self.anchor, 0, size.x, content(0, used_columns)),
            start_offset(&self.padding, self.anchor, 1, size.y, content(1, used_rows)),
        );
        let (limit, moved) = self.move_last_children(count, main, lines);
        for (at, rect) in rects.iter_mut().enumerate() {
            let left = count - at;
            let (mut x, mut y) = match (self.by_column, left <= moved) {
                (false, true) => (0, limit.saturating_sub(left)),
                (true, true) => (limit.saturating_sub(left), 0),
                (false, false) => (at % main, at / main),
                (true, false) => (at / main, at % main),
            };
            if self.from_right {
                x = (used_columns - 1).saturating_sub(x);
            }
            if self.from_bottom {
                y = (used_rows - 1).saturating_sub(y);
            }
            let offset = start + (self.cell + self.spacing) * DVec2::new(x as f64, y as f64);
            rect.inset(0, offset.x, Some(self.cell.x), 1.0);
            rect.inset(1, offset.y, Some(self.cell.y), 1.0);
        }
    }

    /// Returns the maximum number of lines (rows or columns), and how many children at the end move to other lines. If
    /// the number of lines is fixed, Unity moves the last children to lines that would otherwise be empty.
    fn move_last_children(&self, count: usize, main: usize, lines: usize) -> (usize, usize) {
        let limit = match (self.constraint, self.by_column) {
            (Constraint::Rows(rows), false) => rows.max(1) as usize,
            (Constraint::Columns(columns), true) => columns.max(1) as usize,
            _ => return (0, 0),
        };
        if count <= limit || lines >= limit {
            return (limit, 0);
        }
        let mut moved = limit - lines;
        if main > 1 {
            moved += moved / (main - 1);
        }
        if count % main == 1 {
            moved += 1;
        }
        (limit, moved.min(count))
    }
}
