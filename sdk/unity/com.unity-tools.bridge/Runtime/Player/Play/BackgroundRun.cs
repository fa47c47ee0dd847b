using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Keeps a game running in the background while a host needs it, and restores its own setting afterwards.</summary>
    internal sealed class BackgroundRun
    {
        private bool isKept;
        private bool own;

        internal void Keep(bool wanted)
        {
            if (wanted == isKept)
            {
                return;
            }
            isKept = wanted;
            if (wanted)
            {
                own = Application.runInBackground;
                Application.runInBackground = true;
            }
            else
            {
                Application.runInBackground = own;
            }
        }
    }
}
