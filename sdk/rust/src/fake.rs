//! A fake Unity and a fake client for unit tests: `cargo test` runs a tool without a host.
//!
//! ```
//! # use unity_tools::prelude::*;
//! use unity_tools::fake::{FakeObject, FakeUnity};
//! use unity_tools::unity::objects_edit;
//!
//! /// Switches an object off.
//! #[tool(write)]
//! fn switch_off(object: String) -> Result<Done> {
//!     objects_edit::set_active(&object, false)?;
//!     Ok(Done::new())
//! }
//!
//! let unity = FakeUnity::new();
//! let lamp = unity.add(FakeObject::named("Lamp").with("Light"));
//! unity.answer::<objects_edit::set_active>(Ok(()));
//! switch_off(lamp.clone()).unwrap();
//! assert_eq!(unity.calls::<objects_edit::set_active>(), [(lamp, false)]);
//! assert_eq!(unity.commands(), [r#"objects_edit::set_active("obj:1", false)"#]);
//! ```
//!
//! Each import has a type of the same name with its argument and result types. Imports that read objects, components,
//! the scene or queries use the objects from [`FakeUnity::add`]. Logs, progress and the bundle's store work. The test
//! sets the answers of all other imports with [`FakeUnity::answer`] or [`FakeUnity::on`]. A call of an import without
//! an answer fails the test, and the message contains the line to add.
//!
//! Belongs here: answers and recorded calls. Does not: objects, queries and the client, which have their own files.

mod call;
mod client;
mod objects;
mod query;

pub use objects::FakeObject;

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::rc::Rc;

/// A host function that a guest component imports, with its owned argument types and its result type. Only the
/// generated bindings of the SDK implement it.
pub trait Import: 'static {
    /// The arguments of the imported host function, as a tuple of owned values.
    type Arguments: Debug + 'static;
    /// The result type of the imported host function.
    type Answer: 'static;
    /// The Rust path of the imported host function, by which the fake Unity finds the answer that a test set for it.
    #[doc(hidden)]
    const PLACE: &'static str;
}

/// Returns the last two parts of a Rust path, for example `objects_edit::set_active`.
fn short(place: &str) -> &str {
    place
        .rsplitn(3, "::")
        .nth(2)
        .map_or(place, |before| &place[before.len() + 2..])
}

type Answers<I> = Box<dyn FnMut(<I as Import>::Arguments) -> <I as Import>::Answer>;

struct Asked {
    place: &'static str,
    arguments: Box<dyn Any>,
    text: String,
}

#[derive(Default)]
struct Book {
    /// The function that answers the calls of an imported host function, by the Rust path of the imported function.
    answers: BTreeMap<&'static str, Rc<RefCell<Box<dyn Any>>>>,
    asked: Vec<Asked>,
}

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

/// A fake Unity for a test: it answers the host functions that a tool calls, in this thread while this value exists.
#[derive(Debug)]
pub struct FakeUnity {
    world: Rc<RefCell<objects::World>>,
    client: Rc<RefCell<client::Client>>,
    /// Marker that keeps the fake Unity in the thread of its test: it makes the type neither `Send` nor `Sync`.
    _here: PhantomData<*const ()>,
}

impl FakeUnity {
    /// Creates a fake Unity with one empty scene `Main`, and a fake client that supports no questions.
    ///
    /// # Panics
    /// If the test already has a `FakeUnity`.
    #[expect(clippy::new_without_default, reason = "it is no value: imports ask it")]
    pub fn new() -> Self {
        let taken = BOOK.with_borrow_mut(|book| book.replace(Book::default()).is_some());
        assert!(
            !taken,
            "this test has a FakeUnity already: use that one, or drop it first"
        );
        let unity = Self {
            world: Rc::default(),
            client: Rc::default(),
            _here: PhantomData,
        };
        objects::answer(&unity, &unity.world);
        query::answer(&unity, &unity.world);
        client::answer(&unity, &unity.client);
        call::answer(&unity);
        unity
    }

    /// Sets the answer that an imported host function gives to all following calls.
    pub fn answer<I: Import>(&self, answer: I::Answer)
    where
        I::Answer: Clone,
    {
        self.on::<I>(move |_| answer.clone());
    }

    /// Sets a Rust function that answers all following calls of an imported host function from their arguments.
    pub fn on<I: Import>(&self, answer: impl FnMut(I::Arguments) -> I::Answer + 'static) {
        let answer: Answers<I> = Box::new(answer);
        let kept = Rc::new(RefCell::new(Box::new(answer) as Box<dyn Any>));
        with_book(|book| book.answers.insert(I::PLACE, kept));
    }

    /// Returns the arguments of all calls of an imported host function so far, in order.
    pub fn calls<I: Import>(&self) -> Vec<I::Arguments>
    where
        I::Arguments: Clone,
    {
        with_book(|book| {
            let these = book.asked.iter().filter(|asked| asked.place == I::PLACE);
            these
                .filter_map(|asked| asked.arguments.downcast_ref::<I::Arguments>().cloned())
                .collect()
        })
    }

    /// Returns all calls that can change Unity, in order, each as a text: `objects_edit::set_active("obj:1", false)`.
    pub fn commands(&self) -> Vec<String> {
        self.texts(|interface| CHANGES.contains(&interface) || interface.ends_with("_edit"))
    }

    /// Returns all calls of Unity's interfaces, in order, as texts in the form of [`Self::commands`].
    pub fn call_log(&self) -> Vec<String> {
        self.texts(|_| true)
    }

    fn texts(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        with_book(|book| {
            let is_ours = |place: &str| place.contains("::unity::") || place.contains("::authoring::");
            let ours = book.asked.iter().filter(|asked| is_ours(asked.place));
            let these = ours.filter(|asked| short(asked.place).split("::").next().is_some_and(&wanted));
            these.map(|asked| asked.text.clone()).collect()
        })
    }
}

/// Interfaces of the host that change Unity although their names do not end in `_edit`.
const CHANGES: [&str; 6] = [
    "command",
    "console_eval",
    "editor_run",
    "edits_save",
    "methods_call",
    "objects_create",
];

impl Drop for FakeUnity {
    fn drop(&mut self) {
        BOOK.with_borrow_mut(Option::take);
    }
}

fn with_book<T>(work: impl FnOnce(&mut Book) -> T) -> T {
    BOOK.with_borrow_mut(|book| work(book.as_mut().expect("a FakeUnity has its book as long as it lives")))
}

/// Records a call of an imported host function and returns the answer of the fake Unity. The generated bindings call it
/// if the code does not run in a component.
#[doc(hidden)]
#[expect(clippy::panic, reason = "this is code of tests, which fail by it")]
pub fn asked<I: Import>(arguments: I::Arguments) -> I::Answer
where
    I::Arguments: Clone,
{
    let name = short(I::PLACE);
    let answers = BOOK.with_borrow_mut(|book| {
        let Some(book) = book else {
            panic!("{name} was called outside of a host; begin the test with `let unity = FakeUnity::new();`");
        };
        let text = format!("{arguments:?}");
        // A tuple with one item has a comma after it.
        let text = text
            .strip_suffix(",)")
            .map_or(text.clone(), |start| format!("{start})"));
        book.asked.push(Asked {
            place: I::PLACE,
            arguments: Box::new(arguments.clone()),
            text: if text == "()" {
                format!("{name}()")
            } else {
                format!("{name}{text}")
            },
        });
        book.answers.get(I::PLACE).cloned()
    });
    let Some(answers) = answers else {
        panic!(
            "{name}{arguments:?} was called and has no answer; write `unity.answer::<{name}>(…)` or `unity.on::<{name}>(|…| …)` before"
        );
    };
    let mut answers = answers.borrow_mut();
    match answers.downcast_mut::<Answers<I>>() {
        Some(answer) => answer(arguments),
        None => panic!("{name} has answers of another import"),
    }
}

#[cfg(test)]
mod tests;
