namespace UnityDouble
{
    /// <summary>What the scripts and the main loop share about script compilation and domain reloads.</summary>
    public sealed class CompileState : NativeObject
    {
        private readonly object gate = new object();
        private readonly SharedState shared;
        private int locks;
        private bool requested;
        private bool compiling;
        private bool failed;
        private bool reloadPending;

        internal CompileState(SharedState shared)
        {
            this.shared = shared;
        }

        /// <summary>True from the request of a compilation until its messages were reported.</summary>
        // Follows Editor/Mono/Scripting/ScriptCompilation/EditorCompilation.cs: IsCompiling includes a requested compilation.
        public bool IsCompiling
        {
            get
            {
                lock (gate)
                {
                    return requested || compiling;
                }
            }
        }

        /// <summary>True if the last compilation had errors.</summary>
        public bool Failed
        {
            get
            {
                lock (gate)
                {
                    return failed;
                }
            }
        }

        /// <summary>True if a domain reload waits for its turn or for the last `UnlockReloadAssemblies`.</summary>
        public bool ReloadPending
        {
            get
            {
                lock (gate)
                {
                    return reloadPending;
                }
            }
        }

        /// <summary>True if a pending domain reload may start.</summary>
        public bool MayReload
        {
            get
            {
                lock (gate)
                {
                    return reloadPending && locks == 0;
                }
            }
        }

        /// <summary>Open `LockReloadAssemblies` calls.</summary>
        public int Locks
        {
            get
            {
                lock (gate)
                {
                    return locks;
                }
            }
        }

        /// <summary>Requests a compilation at the next turn of the main loop.</summary>
        public void Request()
        {
            lock (gate)
            {
                requested = true;
                Share();
            }
        }

        /// <summary>Takes the request; returns false without one. From here on the compilation is running.</summary>
        public bool TryStart()
        {
            lock (gate)
            {
                bool started = requested && !compiling;
                if (started)
                {
                    requested = false;
                    compiling = true;
                }
                return started;
            }
        }

        /// <summary>Ends the running compilation.</summary>
        public void Finish(bool withErrors)
        {
            lock (gate)
            {
                compiling = false;
                Share();
                failed = withErrors;
            }
        }

        /// <summary>Requests a domain reload.</summary>
        public void RequestReload()
        {
            lock (gate)
            {
                reloadPending = true;
            }
        }

        /// <summary>Clears the request of a domain reload when it starts.</summary>
        public void TakeReload()
        {
            lock (gate)
            {
                reloadPending = false;
            }
        }

        /// <summary>Delays domain reloads until the same number of <see cref="Unlock"/> calls.</summary>
        public void Lock()
        {
            lock (gate)
            {
                locks++;
            }
        }

        /// <summary>Ends one <see cref="Lock"/>; a call too many has no effect.</summary>
        public void Unlock()
        {
            lock (gate)
            {
                if (locks > 0)
                {
                    locks--;
                }
            }
        }

        private void Share()
        {
            shared.Set(Flag.Compiling, requested || compiling);
        }
    }
}
