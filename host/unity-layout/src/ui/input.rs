//! Layout requests of elements: minimum, preferred and flexible size, and the rule which of several components on one
//! object decides.

/// The reason why a rectangle can have another position in a running Unity instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    Text,
    Sprite,
    Field,
    /// A running instance hides the scroll bar while the content fits.
    Bar,
    /// The scroll position, which moves the handle of the bar, is not saved in files.
    Handle,
}

/// The layout request of one component. Pairs are `[width, height]`; a negative value means no request. The component
/// with the higher priority decides; with equal priority, the largest value does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    pub priority: i32,
    pub min: [f64; 2],
    pub preferred: [f64; 2],
    pub flexible: [f64; 2],
    /// The reason why the preferred size is an estimate; `None` if it is exact.
    pub doubt: Option<Doubt>,
    /// Whether the preferred size depends on the canvas's pixels per unit.
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

/// The layout request of an object along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wish {
    pub min: f64,
    /// The preferred size, which is never smaller than `min`.
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
