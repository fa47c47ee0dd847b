//! A canvas as a tree of rectangles, and the computation of its layout by the rules of Unity's UI package.

use super::fit::{Aspect, AspectMode, Fit};
use super::grid::Grid;
use super::input::{Doubt, Element, Wish};
use super::line::{Child, Line};
use super::rect::RectSpec;
use super::scroll::Scroll;
use glam::DVec2;

/// A layout group: a UI component that sets the positions of its object's children in a line or a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Group {
    Line(Line),
    Grid(Grid),
}

/// One active object in a canvas, with its rectangle and its layout components.
#[derive(Clone, Debug)]
pub struct Item {
    /// Index of the parent in the tree; it is less than the index of this item. `None` for the canvas itself.
    pub parent: Option<usize>,
    /// True if the object has a RectTransform; false for a plain Transform, which no layout changes.
    pub has_rect: bool,
    /// The rectangle: initially the serialized numbers, after the layout the numbers that the layout computed.
    pub rect: RectSpec,
    /// The local scale along x and y, which some groups consider.
    pub scale: DVec2,
    pub elements: Vec<Element>,
    pub group: Option<Group>,
    pub fit: [Fit; 2],
    pub aspect: Option<Aspect>,
    pub scroll: Option<Scroll>,
    /// True if layout groups ignore the object.
    pub ignores_layout: bool,
    /// Width and height in canvas units after the layout.
    pub size: DVec2,
    /// The reason why the rectangle of this object and its descendants may be wrong; `None` if it is certain.
    pub doubt: Option<Doubt>,
}

impl Item {
    pub fn new(parent: Option<usize>, rect: RectSpec) -> Self {
        Self {
            parent,
            has_rect: true,
            rect,
            scale: DVec2::ONE,
            elements: Vec::new(),
            group: None,
            fit: [Fit::Free; 2],
            aspect: None,
            scroll: None,
            ignores_layout: false,
            size: DVec2::ZERO,
            doubt: None,
        }
    }
}

/// The objects of one canvas. Parents precede their children, and siblings have the same order as in Unity.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub items: Vec<Item>,
}

/// Maximum number of layout passes. Size fitters below groups need several; longer chains do not occur in practice.
const MAX_PASSES: usize = 6;

impl Tree {
    /// Computes the layout: sets `size` of each item, and changes the rectangles that layout components control.
    pub fn lay_out(&mut self) {
        let mut managed: Vec<Vec<usize>> = vec![Vec::new(); self.items.len()];
        for (at, item) in self.items.iter().enumerate() {
            if let Some(list) = item.parent.and_then(|parent| managed.get_mut(parent))
                && item.has_rect
                && !item.ignores_layout
            {
                list.push(at);
            }
        }
        for _ in 0..MAX_PASSES {
            let before: Vec<(RectSpec, DVec2)> = self.items.iter().map(|item| (item.rect, item.size)).collect();
            self.pass(&managed);
            let needs_changed = self.check_bars();
            let same = self
                .items
                .iter()
                .zip(&before)
                .all(|(item, before)| (item.rect, item.size) == *before);
            if same && !needs_changed {
                break;
            }
        }
        let scrolls = self.items.iter().filter_map(|item| item.scroll.as_ref());
        for bar in scrolls.flat_map(Scroll::hidden_bars).collect::<Vec<_>>() {
            if let Some(item) = self.items.get_mut(bar) {
                item.doubt = Some(Doubt::Bar);
            }
        }
        for at in 0..self.items.len() {
            let above = self.parent_of(at).and_then(|parent| parent.doubt);
            if let Some(item) = self.items.get_mut(at) {
                item.doubt = item.doubt.or(above);
            }
        }
    }

    fn pass(&mut self, managed: &[Vec<usize>]) {
        let mut totals = vec![[Wish::default(); 2]; self.items.len()];
        for axis in [0, 1] {
            let mut wishes = vec![Wish::default(); self.items.len()];
            for at in (0..self.items.len()).rev() {
                let children = managed.get(at).map_or(&[][..], Vec::as_slice);
                if let Some(total) = self.total(at, axis, children, &wishes)
                    && let Some(slot) = totals.get_mut(at)
                {
                    slot[axis] = total;
                }
                if let (Some(slot), Some(total)) = (wishes.get_mut(at), totals.get(at)) {
                    *slot = self.wish(at, axis, &total[axis]);
                }
            }
            for at in 0..self.items.len() {
                self.size(at, axis, &wishes);
                let children = managed.get(at).map_or(&[][..], Vec::as_slice);
                let total = totals.get(at).map(|totals| totals[axis]).unwrap_or_default();
                self.place(at, axis, children, &wishes, &total);
            }
        }
    }

    /// Returns the size that the layout group of the item `at` requests along an axis; `None` if the item has no group.
    fn total(&self, at: usize, axis: usize, children: &[usize], wishes: &[Wish]) -> Option<Wish> {
        let item = self.items.get(at)?;
        Some(match item.group.as_ref()? {
            Group::Line(line) => line.total(
                axis,
                children.iter().filter_map(|child| {
                    let wish = *wishes.get(*child)?;
                    self.items
                        .get(*child)
                        .map(|child| (&child.rect, wish, child.scale[axis]))
                }),
            ),
            Group::Grid(grid) => grid.total(axis, children.len(), item.size.x),
        })
    }

    fn wish(&self, at: usize, axis: usize, total: &Wish) -> Wish {
        let Some(item) = self.items.get(at) else {
            return Wish::default();
        };
        if item.group.is_none() {
            return Wish::from_elements(&item.elements, axis);
        }
        let mut elements = item.elements.clone();
        let both = |value: f64| [value; 2];
        elements.push(Element {
            priority: 0,
            min: both(total.min),
            preferred: both(total.preferred),
            flexible: both(total.flexible),
            doubt: total.doubt,
            from_sprite: false,
        });
        Wish::from_elements(&elements, axis)
    }

    fn parent_of(&self, at: usize) -> Option<&Item> {
        self.items.get(self.items.get(at)?.parent?)
    }

    /// Sets the size of the item `at` along an axis, if a component of the item (such as a size fitter) controls it.
    fn size(&mut self, at: usize, axis: usize, wishes: &[Wish]) {
        let parent = self.parent_of(at).map_or(DVec2::ZERO, |parent| parent.size);
        let is_root = self.items.get(at).is_some_and(|item| item.parent.is_none());
        let wish = wishes.get(at).copied().unwrap_or_default();
        let Some(item) = self.items.get_mut(at) else { return };
        // The canvas drives its own rectangle; the caller that built the tree has set it.
        if is_root || !item.has_rect {
            return;
        }
        let fitted = match item.fit[axis] {
            Fit::Free => None,
            Fit::Min => Some((wish.min, None)),
            Fit::Preferred => Some((wish.preferred, wish.doubt)),
        };
        if let Some((size, doubt)) = fitted {
            item.rect.resize(axis, size, parent[axis]);
            item.doubt = item.doubt.or(doubt);
        }
        item.size[axis] = item.rect.size(parent)[axis];
        if let Some(aspect) = item.aspect {
            let drives = match aspect.mode {
                AspectMode::WidthControlsHeight => axis == 1,
                AspectMode::HeightControlsWidth => axis == 0,
                AspectMode::FitInParent | AspectMode::EnvelopeParent => true,
            };
            if drives {
                let mut size = item.size;
                if aspect.mode == AspectMode::HeightControlsWidth {
                    size.y = item.rect.size(parent).y;
                }
                aspect.apply(&mut item.rect, size, parent);
                item.size[axis] = item.rect.size(parent)[axis];
            }
        }
    }

    fn place(&mut self, at: usize, axis: usize, children: &[usize], wishes: &[Wish], total: &Wish) {
        let Some(item) = self.items.get(at) else { return };
        let (size, group, scroll) = (item.size, item.group, item.scroll);
        if let Some(scroll) = scroll {
            self.place_scroll(&scroll);
        }
        let Some(group) = group else { return };
        let doubts = |child: usize| wishes.get(child).and_then(|wish| wish.doubt);
        let mut doubtful: Vec<(usize, Doubt)> = Vec::new();
        match group {
            Group::Line(line) => {
                let across = children.iter().filter_map(|child| {
                    let wish = wishes.get(*child)?;
                    let doubt = doubts(*child).filter(|_| line.doubts_across(axis, wish));
                    doubt.map(|doubt| (*child, doubt))
                });
                doubtful.extend(across);
                let rects = self.rects(children, |at, item| Child {
                    scale: item.scale[axis],
                    wish: wishes.get(at).copied().unwrap_or_default(),
                    rect: &mut item.rect,
                });
                if let Some(doubt) = line.place(axis, size[axis], total, rects) {
                    doubtful.extend(children.iter().map(|child| (*child, doubt)));
                }
            }
            Group::Grid(grid) => {
                let mut rects = self.rects(children, |_, item| &mut item.rect);
                if axis == 0 {
                    rects.iter_mut().for_each(|rect| grid.size(rect));
                } else {
                    grid.place(size, &mut rects);
                }
            }
        }
        for (child, doubt) in doubtful {
            if let Some(child) = self.items.get_mut(child) {
                child.doubt = child.doubt.or(Some(doubt));
            }
        }
    }

    /// Calls `take` for each tree item at the indexes `wanted`, which must be ascending, and returns the results.
    fn rects<'a, T>(&'a mut self, wanted: &[usize], mut take: impl FnMut(usize, &'a mut Item) -> T) -> Vec<T> {
        let mut taken = Vec::with_capacity(wanted.len());
        let (mut rest, mut base) = (self.items.as_mut_slice(), 0);
        for at in wanted {
            let Some((_, from)) = std::mem::take(&mut rest).split_at_mut_checked(at - base) else {
                break;
            };
            let Some((item, behind)) = from.split_first_mut() else {
                break;
            };
            taken.push(take(*at, item));
            (rest, base) = (behind, at + 1);
        }
        taken
    }

    fn place_scroll(&mut self, scroll: &Scroll) {
        if let Some(view) = scroll.viewport.and_then(|at| self.items.get_mut(at))
            && scroll.drives_viewport()
        {
            scroll.set_viewport(&mut view.rect);
        }
        for axis in [0, 1] {
            let bar = scroll.bars[axis].and_then(|bar| bar.at);
            if let Some(bar) = bar.and_then(|at| self.items.get_mut(at)) {
                scroll.set_bar(axis, &mut bar.rect);
            }
        }
    }

    /// Computes for all scroll views which scroll bars the content needs. Returns true if that has changed.
    fn check_bars(&mut self) -> bool {
        let mut changed = false;
        for at in 0..self.items.len() {
            let Some(scroll) = self.items.get(at).and_then(|item| item.scroll) else {
                continue;
            };
            let part = |at: Option<usize>| at.and_then(|at| self.items.get(at));
            let (Some(view), Some(content)) = (part(scroll.viewport), part(scroll.content)) else {
                continue;
            };
            // A bar that appeared stays: removing it again could loop forever.
            let needs = Scroll::needed_bars(content.size * content.scale, view.size);
            let needed = [needs[0] || scroll.needed[0], needs[1] || scroll.needed[1]];
            if let Some(scroll) = self.items.get_mut(at).and_then(|item| item.scroll.as_mut()) {
                changed |= scroll.needed != needed;
                scroll.needed = needed;
            }
        }
        changed
    }
}
