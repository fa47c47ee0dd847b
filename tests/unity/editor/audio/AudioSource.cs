using UnityDouble;

namespace UnityEngine
{
    /// <summary>Plays a sound at a place. The double keeps its settings and plays nothing.</summary>
    // Follows Modules/Audio/Public/ScriptBindings/Audio.bindings.cs: members.
    [FileClass(82, "AudioSource", Version = 4)]
    public sealed class AudioSource : AudioBehaviour
    {
        [Stored("OutputAudioMixerGroup")] internal Pointer m_Output = new Pointer();
        [Stored] internal AudioClip m_audioClip = null;
        [Stored] internal bool m_PlayOnAwake = true;
        [Stored] internal float m_Volume = 1F;
        [Stored] internal float m_Pitch = 1F;
        [Stored("Loop")] internal bool m_Loop = false;
        [Stored("Mute")] internal bool m_Mute = false;
        [Stored("Spatialize")] internal bool m_Spatialize = false;
        [Stored("SpatializePostEffects")] internal bool m_SpatializePostEffects = false;
        [Stored("Priority")] internal int m_Priority = 128;
        [Stored("DopplerLevel")] internal float m_DopplerLevel = 1F;
        [Stored("MinDistance")] internal float m_MinDistance = 1F;
        [Stored("MaxDistance")] internal float m_MaxDistance = 500F;
        [Stored("Pan2D")] internal float m_Pan = 0F;
        [Stored("rolloffMode")] internal AudioRolloffMode m_Rolloff = AudioRolloffMode.Logarithmic;
        [Stored("BypassEffects")] internal bool m_BypassEffects = false;
        [Stored("BypassListenerEffects")] internal bool m_BypassListenerEffects = false;
        [Stored("BypassReverbZones")] internal bool m_BypassReverbZones = false;
        [Stored("rolloffCustomCurve")] internal AnimationCurve m_RolloffCurve = AnimationCurve.Linear(0F, 1F, 1F, 0F);
        [Stored("panLevelCustomCurve")] internal AnimationCurve m_BlendCurve = Constant(0F);
        [Stored("spreadCustomCurve")] internal AnimationCurve m_SpreadCurve = Constant(0F);
        [Stored("reverbZoneMixCustomCurve")] internal AnimationCurve m_ReverbCurve = Constant(1F);

        public AudioClip clip
        {
            get { return m_audioClip; }
            set { m_audioClip = value; }
        }

        public bool playOnAwake
        {
            get { return m_PlayOnAwake; }
            set { m_PlayOnAwake = value; }
        }

        public float pitch
        {
            get { return m_Pitch; }
            set { m_Pitch = value; }
        }

        public bool loop
        {
            get { return m_Loop; }
            set { m_Loop = value; }
        }

        public bool mute
        {
            get { return m_Mute; }
            set { m_Mute = value; }
        }

        public bool spatialize
        {
            get { return m_Spatialize; }
            set { m_Spatialize = value; }
        }

        public bool spatializePostEffects
        {
            get { return m_SpatializePostEffects; }
            set { m_SpatializePostEffects = value; }
        }

        public int priority
        {
            get { return m_Priority; }
            set { m_Priority = value; }
        }

        public float dopplerLevel
        {
            get { return m_DopplerLevel; }
            set { m_DopplerLevel = value; }
        }

        public float minDistance
        {
            get { return m_MinDistance; }
            set { m_MinDistance = value; }
        }

        public float maxDistance
        {
            get { return m_MaxDistance; }
            set { m_MaxDistance = value; }
        }

        public float panStereo
        {
            get { return m_Pan; }
            set { m_Pan = value; }
        }

        public AudioRolloffMode rolloffMode
        {
            get { return m_Rolloff; }
            set { m_Rolloff = value; }
        }

        public bool bypassEffects
        {
            get { return m_BypassEffects; }
            set { m_BypassEffects = value; }
        }

        public bool bypassListenerEffects
        {
            get { return m_BypassListenerEffects; }
            set { m_BypassListenerEffects = value; }
        }

        public bool bypassReverbZones
        {
            get { return m_BypassReverbZones; }
            set { m_BypassReverbZones = value; }
        }

        public float volume
        {
            get { return m_Volume; }
            set { m_Volume = Mathf.Clamp01(value); }
        }

        /// <summary>From 0 for a sound without a place to 1 for one with a place.</summary>
        public float spatialBlend
        {
            get { return m_BlendCurve.length == 0 ? 0F : m_BlendCurve[0].value; }
            set { m_BlendCurve = Constant(Mathf.Clamp01(value)); }
        }

        private static AnimationCurve Constant(float value)
        {
            return new AnimationCurve(new Keyframe(0F, value));
        }
    }
}
