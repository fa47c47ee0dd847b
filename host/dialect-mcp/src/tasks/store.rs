//! The table of tasks: which are found by whom, and how many there are.
//!
//! Belongs here: entering, finding and removing tasks. Does not: the state of one task (`task`).

use super::task::Task;
use crate::options::TaskLimits;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The tasks of this process, by their ids.
pub(crate) struct Tasks {
    limits: TaskLimits,
    /// Maximum number of tasks of one caller.
    share: usize,
    held: Mutex<HashMap<String, Arc<Task>>>,
}

impl Tasks {
    /// Creates a table in which one caller may have `percent` percent of the tasks, but at least one.
    pub(crate) fn new(limits: TaskLimits, percent: usize) -> Arc<Self> {
        Arc::new(Self {
            limits,
            share: limits.most.saturating_mul(percent.min(100)).div_ceil(100).max(1),
            held: Mutex::default(),
        })
    }

    pub(crate) fn limits(&self) -> TaskLimits {
        self.limits
    }

    /// Enters a task. Returns false, and enters nothing, if the table or the share of the caller is full.
    pub(crate) fn enter(&self, task: &Arc<Task>, now: Instant) -> bool {
        let mut held = self.lock();
        held.retain(|_, task| !task.is_expired(now));
        let own = held.values().filter(|other| other.owner == task.owner).count();
        if held.len() >= self.limits.most || own >= self.share {
            return false;
        }
        held.insert(task.id.clone(), Arc::clone(task));
        true
    }

    /// Returns the task with this id if it belongs to this caller and has not expired.
    pub(crate) fn find(&self, id: &str, owner: &str, now: Instant) -> Option<Arc<Task>> {
        let held = self.lock();
        let task = held.get(id).filter(|task| task.owner == owner && !task.is_expired(now));
        task.cloned()
    }

    /// Removes a task.
    pub(crate) fn remove(&self, id: &str) {
        let removed = self.lock().remove(id);
        // Dropped after the lock is released, because a result may be large.
        drop(removed);
    }

    /// Removes an ended task as soon as it has expired, so that its result frees its memory.
    pub(crate) fn retire(self: &Arc<Self>, task: &Task) {
        // There is none while the host ends, which removes all tasks.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let (tasks, id, keep) = (Arc::clone(self), task.id.clone(), self.limits.keep);
        runtime.spawn(async move {
            tokio::time::sleep(keep).await;
            tasks.remove(&id);
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Task>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_wire::budget::{Budget, Share};
    use std::time::Duration;
    use tokio_util::sync::CancellationToken;

    const KEEP: Duration = Duration::from_secs(60);

    fn tasks(most: usize) -> Arc<Tasks> {
        Tasks::new(TaskLimits { most, keep: KEEP }, 50)
    }

    fn begun(owner: &str, now: Instant) -> Arc<Task> {
        let task = Task::new(owner.to_owned(), KEEP, CancellationToken::new());
        task.begin(now);
        task
    }

    #[test]
    fn finds_a_task_only_for_its_caller_until_it_expires() {
        let now = Instant::now();
        let (tasks, task) = (tasks(4), begun("me", now));
        assert!(tasks.enter(&task, now));
        assert!(tasks.find(&task.id, "me", now).is_some());
        assert!(tasks.find(&task.id, "another", now).is_none());
        assert!(tasks.find("unknown", "me", now).is_none());
        let response = Budget::new(1 << 20).keep(Share::Tasks, "{}").expect("room");
        task.finish(response, false, now);
        assert!(tasks.find(&task.id, "me", now + KEEP / 2).is_some());
        assert!(tasks.find(&task.id, "me", now + KEEP).is_none());
        assert!(tasks.enter(&begun("me", now), now + KEEP));
        assert_eq!(tasks.lock().len(), 1, "the expired task is removed");
    }

    #[test]
    fn limits_all_tasks_and_those_of_one_caller() {
        let now = Instant::now();
        let tasks = tasks(3);
        let [first, second] = [begun("me", now), begun("me", now)];
        assert!(tasks.enter(&first, now) && tasks.enter(&second, now));
        assert!(!tasks.enter(&begun("me", now), now), "half of three is two");
        assert!(tasks.enter(&begun("another", now), now));
        assert!(!tasks.enter(&begun("a third", now), now), "the table is full");
        tasks.remove(&first.id);
        assert!(tasks.enter(&begun("a third", now), now));
    }
}
