//! Paths that name one object each: the second of siblings with one name is `/Spawn[2]`.

use super::flat::Flat;
use std::collections::HashMap;

/// One step of such a path: the `number`th sibling of that name, from 1.
pub fn step(name: &str, number: u32) -> String {
    match number {
        2.. => format!("/{name}[{number}]"),
        _ => format!("/{name}"),
    }
}

/// For the objects of one file.
#[derive(Debug)]
pub struct UniquePaths {
    /// Which of the siblings of its name each object is, from 1.
    numbers: Vec<u32>,
}

impl UniquePaths {
    pub fn of(flat: &Flat) -> Self {
        let mut seen: HashMap<(Option<u32>, &str), u32> = HashMap::new();
        let numbers = flat.objects.iter().map(|object| {
            let number = seen.entry((object.parent, &object.name)).or_default();
            *number += 1;
            *number
        });
        Self {
            numbers: numbers.collect(),
        }
    }

    /// The object's path.
    pub fn path(&self, flat: &Flat, at: usize) -> String {
        let mut parts = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            let Some(object) = flat.objects.get(at) else { break };
            parts.push(step(&object.name, self.numbers.get(at).copied().unwrap_or(1)));
            // Parents stand before their children, so this ends.
            next = object.parent.map(|parent| parent as usize);
        }
        parts.reverse();
        parts.concat()
    }
}
