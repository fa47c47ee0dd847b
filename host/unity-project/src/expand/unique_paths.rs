//! Paths that identify exactly one object each: the second of two siblings with the name `Spawn` is `/Spawn[2]`.

use super::flat::Flat;
use std::collections::HashMap;

/// Appends an object's step to its unique path: `/Spawn[2]` for the second of the siblings with the name `Spawn`.
pub fn step(path: &mut String, name: &str, number: u32) {
    path.push('/');
    path.push_str(name);
    if number > 1 {
        path.push_str(&format!("[{number}]"));
    }
}

/// Unique hierarchy paths of the objects of one file: `/Root/Spawn[2]` is the second sibling with that name.
#[derive(Debug)]
pub struct UniquePaths {
    /// Position of each object among its siblings with the same name, counted from 1.
    numbers: Vec<u32>,
}

impl UniquePaths {
    pub fn from_flat(flat: &Flat) -> Self {
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

    /// Returns the unique path, such as `/Root/Spawn[2]`, of the object with the index `at` in `flat`.
    pub fn path(&self, flat: &Flat, at: usize) -> String {
        let mut chain = Vec::new();
        let mut next = flat.objects.get(at).map(|object| (at, object));
        while let Some((at, object)) = next {
            chain.push((object, self.numbers.get(at).copied().unwrap_or(1)));
            // Parents come before their children, so this ends.
            let parent = object.parent.map(|parent| parent as usize);
            next = parent.and_then(|parent| Some((parent, flat.objects.get(parent)?)));
        }
        let mut path = String::new();
        for (object, number) in chain.into_iter().rev() {
            step(&mut path, &object.name, number);
        }
        path
    }
}
