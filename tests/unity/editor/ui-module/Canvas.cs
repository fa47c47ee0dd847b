using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    // Follows Modules/UI/ScriptBindings/UICanvas.bindings.cs: members and values.
    public enum RenderMode
    {
        ScreenSpaceOverlay = 0,
        ScreenSpaceCamera = 1,
        WorldSpace = 2
    }

#if UNITY_2022_2_OR_NEWER
    public enum StandaloneRenderResize
    {
        Enabled = 0,
        Disabled = 1
    }
#else
    internal enum StandaloneRenderResize
    {
        Enabled = 0,
        Disabled = 1
    }
#endif

    [Flags]
    public enum AdditionalCanvasShaderChannels
    {
        None = 0,
        TexCoord1 = 1,
        TexCoord2 = 2,
        TexCoord3 = 4,
        Normal = 8,
        Tangent = 16
    }

    /// <summary>Where elements of the user interface are drawn. On the screen its rectangle is the screen, without the scale of a CanvasScaler.</summary>
    [RequireComponent(typeof(RectTransform))]
    [FileClass(223, "Canvas", Version = 3, IsSingle = true)]
    public sealed class Canvas : Behaviour, IScreenRect
    {
        [Stored] internal RenderMode m_RenderMode = RenderMode.WorldSpace;
        [Stored] internal Camera m_Camera = null;
        [Stored] internal float m_PlaneDistance = 100F;
        [Stored] internal bool m_PixelPerfect = false;
        [Stored] internal bool m_ReceivesEvents = true;
        [Stored] internal bool m_OverrideSorting = false;
        [Stored] internal bool m_OverridePixelPerfect = false;
        [Stored] internal float m_SortingBucketNormalizedSize = 0F;
        [Stored] internal bool m_VertexColorAlwaysGammaSpace = false;
        [Stored] internal AdditionalCanvasShaderChannels m_AdditionalShaderChannelsFlag = AdditionalCanvasShaderChannels.None;
        [Stored] internal StandaloneRenderResize m_UpdateRectTransformForStandalone = StandaloneRenderResize.Enabled;
        [Stored] internal int m_SortingLayerID = 0;
        [Stored] internal short m_SortingOrder = 0;
        [Stored] internal byte m_TargetDisplay = 0;

        public RenderMode renderMode
        {
            get { return m_RenderMode; }
            set { m_RenderMode = value; }
        }

        public Camera worldCamera
        {
            get { return m_Camera; }
            set { m_Camera = value; }
        }

        public float planeDistance
        {
            get { return m_PlaneDistance; }
            set { m_PlaneDistance = value; }
        }

        public bool pixelPerfect
        {
            get { return m_PixelPerfect; }
            set { m_PixelPerfect = value; }
        }

        public bool overrideSorting
        {
            get { return m_OverrideSorting; }
            set { m_OverrideSorting = value; }
        }

        public bool overridePixelPerfect
        {
            get { return m_OverridePixelPerfect; }
            set { m_OverridePixelPerfect = value; }
        }

        public float normalizedSortingGridSize
        {
            get { return m_SortingBucketNormalizedSize; }
            set { m_SortingBucketNormalizedSize = value; }
        }

        public bool vertexColorAlwaysGammaSpace
        {
            get { return m_VertexColorAlwaysGammaSpace; }
            set { m_VertexColorAlwaysGammaSpace = value; }
        }

        public AdditionalCanvasShaderChannels additionalShaderChannels
        {
            get { return m_AdditionalShaderChannelsFlag; }
            set { m_AdditionalShaderChannelsFlag = value; }
        }

#if UNITY_2022_2_OR_NEWER
        public StandaloneRenderResize updateRectTransformForStandalone
        {
            get { return m_UpdateRectTransformForStandalone; }
            set { m_UpdateRectTransformForStandalone = value; }
        }
#endif

        public int sortingLayerID
        {
            get { return m_SortingLayerID; }
            set { m_SortingLayerID = value; }
        }

        public int sortingOrder
        {
            get { return m_SortingOrder; }
            set { m_SortingOrder = (short)Mathf.Clamp(value, short.MinValue, short.MaxValue); }
        }

        public int targetDisplay
        {
            get { return m_TargetDisplay; }
            set { m_TargetDisplay = (byte)value; }
        }

        public bool isRootCanvas
        {
            get { return rootCanvas == this; }
        }

        /// <summary>The number in the order in which root canvases on the screen are drawn.</summary>
        public int renderOrder
        {
            get
            {
                List<Canvas> drawn = new List<Canvas>();
                foreach (SceneData scene in World.LoadedScenes())
                {
                    foreach (GameObject one in scene.AllObjects())
                    {
                        Canvas canvas = one.GetComponent<Canvas>();
                        if (canvas != null && canvas.isActiveAndEnabled && canvas.isRootCanvas && canvas.m_RenderMode == RenderMode.ScreenSpaceOverlay)
                        {
                            drawn.Insert(drawn.FindLastIndex(other => other.m_SortingOrder <= canvas.m_SortingOrder) + 1, canvas);
                        }
                    }
                }
                return drawn.IndexOf(this);
            }
        }

        /// <summary>Does nothing, because the double computes rectangles when they are read.</summary>
        public static void ForceUpdateCanvases()
        {
        }

        bool IScreenRect.Covers(out Vector2 size)
        {
            size = new Vector2(Screen.width, Screen.height);
            return m_RenderMode == RenderMode.ScreenSpaceOverlay && isActiveAndEnabled && isRootCanvas;
        }

        /// <summary>The topmost canvas above this one, or this one.</summary>
        public Canvas rootCanvas
        {
            get
            {
                Canvas root = this;
                for (Transform at = transform.parent; at != null; at = at.parent)
                {
                    Canvas one = at.GetComponent<Canvas>();
                    root = one != null && one.isActiveAndEnabled ? one : root;
                }
                return root;
            }
        }
    }
}
