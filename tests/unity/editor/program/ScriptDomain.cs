using System;
using System.Diagnostics;

namespace UnityDouble
{
    /// <summary>The AppDomain of the scripts. A reload unloads it and creates the next one.</summary>
    internal sealed class ScriptDomain
    {
        private readonly NativeStore store;
        private AppDomain domain;

        internal ScriptDomain(NativeStore store)
        {
            this.store = store;
        }

        /// <summary>The scripts, as long as the AppDomain is loaded.</summary>
        internal DomainGate Gate { get; private set; }

        /// <summary>Creates the AppDomain and loads the scripts.</summary>
        internal void Load()
        {
            Stopwatch taken = Stopwatch.StartNew();
            int epoch = store.Loop.Epoch + 1;
            store.Loop.Epoch = epoch;
            AppDomainSetup setup = new AppDomainSetup { ApplicationBase = store.Options.ProgramFolder };
            domain = AppDomain.CreateDomain("scripts " + epoch, null, setup);
            Type gate = typeof(DomainGate);
            Gate = (DomainGate)domain.CreateInstanceAndUnwrap(gate.Assembly.FullName, gate.FullName);
            Gate.Load(store, store.Options, epoch > 1);
            store.Channel.WriteEvent("loaded", "epoch", epoch, "ms", taken.ElapsedMilliseconds);
        }

        /// <summary>Saves the world and unloads the AppDomain with all its threads and static fields.</summary>
        // Follows the manual, "Domain reloading": all scripting state is reset.
        internal void Unload()
        {
            Gate.Unload();
            store.Channel.WriteEvent("unloading", "epoch", store.Loop.Epoch);
            Gate = null;
            AppDomain.Unload(domain);
            domain = null;
        }

        /// <summary>Reloads the AppDomain.</summary>
        internal void Reload()
        {
            store.Compile.TakeReload();
            Unload();
            Load();
        }
    }
}
