namespace UnityDouble
{
    /// <summary>Play mode as the scripts see and change it. The main loop follows the wishes kept here.</summary>
    public sealed class PlayState : NativeObject
    {
        private readonly object gate = new object();
        private bool wanted;
        private bool playing;
        private bool paused;
        private int steps;

        /// <summary>The wished mode: true for play mode. It differs from <see cref="Playing"/> during a change.</summary>
        public bool Wanted
        {
            get
            {
                lock (gate)
                {
                    return wanted;
                }
            }

            set
            {
                lock (gate)
                {
                    wanted = value;
                }
            }
        }

        /// <summary>True while game code runs.</summary>
        public bool Playing
        {
            get
            {
                lock (gate)
                {
                    return playing;
                }
            }

            set
            {
                lock (gate)
                {
                    playing = value;
                    steps = 0;
                }
            }
        }

        /// <summary>True while no frames run by themselves; it can be set in edit mode too.</summary>
        public bool Paused
        {
            get
            {
                lock (gate)
                {
                    return paused;
                }
            }

            set
            {
                lock (gate)
                {
                    paused = value;
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
                if (!playing || !wanted)
                {
                    return false;
                }
                if (!paused)
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
