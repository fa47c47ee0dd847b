//! Implements the import `unity-tools:host/state`.

use crate::bindings::current::unity_tools::host::state::{Entry, Host, Swap};
use crate::bindings::current::unity_tools::shared::types::ErrorKind;
use crate::fault::Fault;
use crate::state::{KeyValues, StateRefusal, Store};
use crate::store::CallState;
use host_api::Interface;
use std::sync::Arc;

impl CallState {
    /// Returns the key-value store of the bundle; in a dry run before approval, a copy whose changes are discarded.
    async fn store(&mut self) -> Result<Store, Fault> {
        let mut store = self.host.services.states.for_bundle(self.gate.bundle());
        if !self.gate.is_rehearsal() {
            return Ok(store);
        }
        if self.gate.tried_store().is_none() {
            let own = Arc::clone(&store.values);
            let copied = tokio::task::spawn_blocking(move || own.copy()).await;
            let copy = copied.map_err(|_| broke_off())?.map_err(state_fault)?;
            *self.gate.tried_store() = Some(Arc::new(copy));
        }
        if let Some(tried) = self.gate.tried_store() {
            store.values = Arc::clone(tried);
        }
        Ok(store)
    }

    /// Runs `read` on the bundle's store on a blocking thread, because it may have to read a file.
    async fn read_store<T: Send + 'static>(
        &mut self,
        read: impl FnOnce(&KeyValues) -> Result<T, StateRefusal> + Send + 'static,
    ) -> Result<T, Fault> {
        let store = self.store().await?;
        match tokio::task::spawn_blocking(move || read(&store.values)).await {
            Ok(done) => done.map_err(state_fault),
            Err(_) => Err(broke_off()),
        }
    }
}

fn broke_off() -> Fault {
    Fault::new(ErrorKind::Internal, "the operation on the store ended early")
}

fn state_fault(refusal: StateRefusal) -> Fault {
    match refusal {
        StateRefusal::Conflict { current } => Fault::new(
            ErrorKind::Conflict,
            format!("the stored value was changed by another call; its version is {current} now"),
        ),
        StateRefusal::TooLarge(what) => Fault::new(ErrorKind::TooLarge, what),
        StateRefusal::Unavailable(why) => Fault::new(ErrorKind::NotReady, why),
    }
}

impl Host for CallState {
    async fn get(&mut self, key: String) -> Result<Option<Entry>, Fault> {
        self.enter(Interface::State, "get", key.len())?;
        let found = self.read_store(move |store| store.get(&key)).await?;
        self.count(0, found.as_ref().map_or(0, |(value, _)| value.len()))?;
        Ok(found.map(|(value, version)| Entry { value, version }))
    }

    async fn set(&mut self, key: String, value: Vec<u8>) -> Result<u64, Fault> {
        self.enter(Interface::State, "set", key.len() + value.len())?;
        self.gate.writes();
        self.store().await?.set(key, value, None).await.map_err(state_fault)
    }

    async fn compare_and_set(&mut self, key: String, expected: u64, value: Vec<u8>) -> Result<Swap, Fault> {
        self.enter(Interface::State, "compare-and-set", key.len() + value.len())?;
        self.gate.writes();
        match self.store().await?.set(key, value, Some(expected)).await {
            Ok(version) => Ok(Swap::Written(version)),
            Err(StateRefusal::Conflict { current }) => Ok(Swap::Changed(current)),
            Err(refusal) => Err(state_fault(refusal)),
        }
    }

    async fn remove(&mut self, key: String) -> Result<bool, Fault> {
        self.enter(Interface::State, "remove", key.len())?;
        self.gate.writes();
        self.store().await?.remove(key).await.map_err(state_fault)
    }

    async fn list_keys(&mut self, prefix: String, after: Option<String>, limit: u32) -> Result<Vec<String>, Fault> {
        self.enter(
            Interface::State,
            "list-keys",
            prefix.len() + after.as_ref().map_or(0, String::len),
        )?;
        let keys = self
            .read_store(move |store| store.keys(&prefix, after.as_deref(), limit))
            .await?;
        self.count(0, keys.iter().map(String::len).sum())?;
        Ok(keys)
    }
}
