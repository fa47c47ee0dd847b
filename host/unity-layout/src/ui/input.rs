//! The sizes that UI elements request from the layout, and the rule that decides between several components.

/// The reason why a rectangle may have another position or size in a running Unity instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    Text,
    Sprite,
    Field,
    /// The visibility of a scroll bar: a running instance hides it while the content fits.
    Bar,
    /// The handle of a scroll bar: it depends on the scroll position, which files do not contain.
    Handle,
}

/// The sizes that one component requests, as `[width, height]`. A negative value means no request. The component with
/// the highest priority decides; for equal priorities, the largest value decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    pub priority: i32,
    pub min: [f64; 2],
    pub preferred: [f64; 2],
    pub flexible: [f64; 2],
    /// The reason why the preferred size is only an estimate; `None` if it is exact.
    pub doubt: Option<Doubt>,
    /// True if the preferred size depends on the pixels per unit of the canvas.
    pub from_sprite: bool,
}

impl Element {
    pub const NONE: Self = Self {
        priority: 0,
        min: [-1.0; 2],
        preferred: [-1.0; 2],
        flexible: [-1.0; 2],
        doubt: None,
        from_sprite: false,
    };
}

/// The minimum, preferred and flexible size that one object requests along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wish {
    pub min: f64,
    /// The preferred size; it is at least `min`.
    pub preferred: f64,
    pub flexible: f64,
    pub doubt: Option<Doubt>,
}

impl Wish {
    pub(super) fn from_elements(elements: &[Element], axis: usize) -> Self {
        let (min, _) = decide(elements, |element| element.min[axis]);
        let (preferred, decider) = decide(elements, |element| element.preferred[axis]);
        let (flexible, _) = decide(elements, |element| element.flexible[axis]);
        Self {
            min,
            preferred: min.max(preferred),
            flexible,
            doubt: decider,
        }
    }
}

fn decide(elements: &[Element], of: impl Fn(&Element) -> f64) -> (f64, Option<Doubt>) {
    let (mut value, mut doubt, mut highest) = (0.0, None, None);
    for element in elements {
        let wish = of(element);
        if highest.is_some_and(|highest| element.priority < highest) || wish.is_nan() || wish < 0.0 {
            continue;
        }
        if highest.is_none_or(|highest| element.priority > highest) {
            (value, doubt, highest) = (wish, element.doubt, Some(element.priority));
        } else {
            value = wish.max(value);
            // Any of them can be the largest.
            doubt = doubt.or(element.doubt);
        }
    }
    (value, doubt)
}
