using UnityDouble;

namespace UnityEngine
{
    // Follows Modules/Audio/Public/ScriptBindings/Audio.bindings.cs: members and values. The double plays no sound.
    public enum AudioRolloffMode
    {
        Logarithmic = 0,
        Linear = 1,
        Custom = 2
    }

    /// <summary>A sound. The double loads none from files; fields keep their references to them.</summary>
    [FileClass(83, "AudioClip")]
    public sealed class AudioClip : Object
    {
        [Stored] internal string m_Name = "";

        private AudioClip()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }
    }

    [RequireComponent(typeof(Transform))]
    [FileClass(0, "AudioBehaviour")]
    public class AudioBehaviour : Behaviour
    {
    }

    /// <summary>The ears of the game.</summary>
    [FileClass(81, "AudioListener", IsSingle = true)]
    public sealed class AudioListener : AudioBehaviour
    {
        static AudioListener()
        {
            volume = 1F;
        }

        public static float volume { get; set; }

        public static bool pause { get; set; }
    }
}
