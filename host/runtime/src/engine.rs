//! The wasmtime engine: one configuration, and smaller ones for machines with little address space.
//!
//! Belongs here: settings of the compiler and the allocator. Does not: the limits of a call (`host_guest`), the number
//! of running guests (`instances`).

use crate::options::RuntimeError;
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig};

pub(crate) mod ticker;

/// Maximum bytes of one WebAssembly memory. For each instance, the engine reserves address space of twice this size.
const MEMORY_RESERVATION: u64 = 256 << 20;
/// Number of instances that the engine can create in addition to those for calls: they list the tools of bundles.
const LISTING_RESERVE: u32 = 16;
/// Number of WebAssembly memories that one slot (a share of the engine's instance pool) provides. An instance of a
/// component that needs more uses several slots.
const MEMORIES_PER_PLACE: u32 = 2;
/// Number of WebAssembly tables that one slot provides.
const TABLES_PER_PLACE: u32 = 5;
/// Number of core module instances that one slot provides.
const CORE_INSTANCES_PER_PLACE: u32 = 50;

pub(crate) struct SizedEngine {
    pub(crate) engine: Engine,
    pub(crate) places: u32,
}

/// Starts the wasmtime engine for `wanted` running guests, or for fewer if the address space is too small.
pub(crate) fn start(wanted: u32) -> Result<SizedEngine, RuntimeError> {
    let wanted = wanted.clamp(1, 4000);
    let mut tried = None;
    for places in [wanted, wanted / 4, wanted / 16, wanted / 64] {
        if places == 0 {
            break;
        }
        match Engine::new(&pooled(places)) {
            Ok(engine) => {
                if let Some(reason) = tried {
                    tracing::warn!(wanted, places, %reason, "too little address space for the instance pool; fewer tools run at once");
                }
                return Ok(SizedEngine { engine, places });
            }
            Err(error) => tried = Some(format!("{error:#}")),
        }
    }
    let engine = Engine::new(&base()).map_err(|error| RuntimeError::Engine(format!("{error:#}")))?;
    tracing::warn!(
        reason = tried,
        "no instance pool on this machine; each call allocates its own memory"
    );
    Ok(SizedEngine {
        engine,
        places: wanted.min(64),
    })
}

/// Returns the number of slots (shares of the instance pool) that an instance with these memories and tables uses.
pub(crate) fn places(memories: u32, tables: u32) -> u32 {
    memories
        .div_ceil(MEMORIES_PER_PLACE)
        .max(tables.div_ceil(TABLES_PER_PLACE))
        .max(1)
}

/// Creates an engine that compiles code for the engine of `start` but never runs code.
pub(crate) fn for_compiling() -> wasmtime::Result<Engine> {
    Engine::new(&base())
}

fn base() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        .concurrency_support(false)
        .epoch_interruption(true)
        .parallel_compilation(true)
        .cranelift_opt_level(OptLevel::Speed)
        // These tables are only for debuggers and backtraces, but would be a sixth of the data that a first call reads.
        .native_unwind_info(cfg!(windows))
        .generate_address_map(false)
        .memory_reservation(MEMORY_RESERVATION)
        .memory_guard_size(64 << 10);
    config
}

fn pooled(places: u32) -> Config {
    let total = places + LISTING_RESERVE;
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(total)
        .total_core_instances(total * CORE_INSTANCES_PER_PLACE)
        .total_memories(total * MEMORIES_PER_PLACE)
        .total_tables(total * TABLES_PER_PLACE)
        .total_stacks(total)
        .max_core_instances_per_component(CORE_INSTANCES_PER_PLACE)
        .max_memories_per_component(8)
        .max_tables_per_component(50)
        .max_memory_size(MEMORY_RESERVATION as usize)
        .table_elements(30_000)
        .max_component_instance_size(4 << 20)
        .max_core_instance_size(4 << 20)
        .table_keep_resident(64 << 10)
        .async_stack_keep_resident(64 << 10)
        .pagemap_scan(Enabled::Auto);
    if PoolingAllocationConfig::is_pagemap_scan_available() {
        pool.linear_memory_keep_resident(2 << 20);
    } else {
        // Without this scan, all kept pages would have to be cleared after each call.
        pool.linear_memory_keep_resident(64 << 10).decommit_batch_size(32);
    }
    let mut config = base();
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn component_with_many_memories_needs_several_places() {
        assert_eq!(places(1, 1), 1);
        assert_eq!(places(0, 0), 1);
        assert_eq!(places(5, 1), 3);
        assert_eq!(places(1, 11), 3);
    }

    #[test]
    fn small_engine_has_the_requested_places() {
        assert_eq!(start(4).expect("engine").places, 4);
    }
}
