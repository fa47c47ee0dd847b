namespace UnityDouble
{
    /// <summary>Play mode as the scripts see and change it. The main loop follows the wishes kept here.</summary>
    public sealed class PlayState : NativeObject
    {
        private readonly object gate = new object();
        private readonly SharedState shared;
        private int steps;

        internal PlayState(SharedState shared)
        {
            this.shared = shared;
        }

        /// <summary>The wished mode: true for play mode. It differs from <see cref="Playing"/> during a change.</summary>
        public bool Wanted
        {
            get { return shared.Has(Flag.PlayWanted); }

            set
            {
                lock (gate)
                {
                    shared.Set(Flag.PlayWanted, value);
                }
            }
        }

        /// <summary>True while game code runs.</summary>
        public bool Playing
        {
            get { return shared.Has(Flag.Playing); }

            set
            {
                lock (gate)
                {
                    shared.Set(Flag.Playing, value);
                    steps = 0;
                }
            }
        }

        /// <summary>True while no frames run by themselves; it can be set in edit mode too.</summary>
        public bool Paused
        {
            get { return shared.Has(Flag.Paused); }

            set
            {
                lock (gate)
                {
                    shared.Set(Flag.Paused, value);
                }
            }
        }

        /// <summary>Requests one frame while paused.</summary>
        public void Step()
        {
            lock (gate)
            {
                steps++;
            }
        }

        /// <summary>Returns true if a frame must run in this tick, and takes one step if paused.</summary>
        public bool TakeFrame()
        {
            lock (gate)
            {
                if (!Playing || !Wanted)
                {
                    return false;
                }
                if (!Paused)
                {
                    return true;
                }
                bool step = steps > 0;
                steps -= step ? 1 : 0;
                return step;
            }
        }
    }
}
