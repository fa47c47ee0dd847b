using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    public enum CameraClearFlags
    {
        Skybox = 1,
        Color = 2,
        SolidColor = 2,
        Depth = 3,
        Nothing = 4
    }

    /// <summary>A view of the scene.</summary>
    // Follows Runtime/Export/Camera/Camera.bindings.cs: members.
    [RequireComponent(typeof(Transform))]
    [FileClass(20, "Camera", Version = 2, IsSingle = true)]
    public sealed class Camera : Behaviour
    {
        [Stored] internal CameraClearFlags m_ClearFlags = CameraClearFlags.Skybox;
        [Stored] internal Color m_BackGroundColor = new Color(0.19215687F, 0.3019608F, 0.4745098F, 0F);
        [Stored] internal Rect m_NormalizedViewPortRect = new Rect(0F, 0F, 1F, 1F);
        [Stored("near clip plane")] internal float m_Near = 0.3F;
        [Stored("far clip plane")] internal float m_Far = 1000F;
        [Stored("field of view")] internal float m_FieldOfView = 60F;
        [Stored("orthographic")] internal bool m_Orthographic = false;
        [Stored("orthographic size")] internal float m_OrthographicSize = 5F;
        [Stored] internal float m_Depth = 0F;
        [Stored] internal LayerMask m_CullingMask = -1;
        [Stored] internal RenderTexture m_TargetTexture = null;

        public static Camera main
        {
            get { return Array.Find(allCameras, camera => camera.gameObject.m_TagString == "MainCamera"); }
        }

        public static Camera[] allCameras
        {
            get
            {
                List<Camera> cameras = new List<Camera>();
                foreach (SceneData scene in World.LoadedScenes())
                {
                    foreach (GameObject one in scene.AllObjects())
                    {
                        Camera camera = one.GetComponent<Camera>();
                        if (camera != null && camera.isActiveAndEnabled)
                        {
                            cameras.Add(camera);
                        }
                    }
                }
                return cameras.ToArray();
            }
        }

        public static int allCamerasCount
        {
            get { return allCameras.Length; }
        }

        public CameraClearFlags clearFlags
        {
            get { return m_ClearFlags; }
            set { m_ClearFlags = value; }
        }

        public Color backgroundColor
        {
            get { return m_BackGroundColor; }
            set { m_BackGroundColor = value; }
        }

        public Rect rect
        {
            get { return m_NormalizedViewPortRect; }
            set { m_NormalizedViewPortRect = value; }
        }

        public float nearClipPlane
        {
            get { return m_Near; }
            set { m_Near = value; }
        }

        public float farClipPlane
        {
            get { return m_Far; }
            set { m_Far = value; }
        }

        public float fieldOfView
        {
            get { return m_FieldOfView; }
            set { m_FieldOfView = value; }
        }

        public bool orthographic
        {
            get { return m_Orthographic; }
            set { m_Orthographic = value; }
        }

        public float orthographicSize
        {
            get { return m_OrthographicSize; }
            set { m_OrthographicSize = value; }
        }

        public float depth
        {
            get { return m_Depth; }
            set { m_Depth = value; }
        }

        public int cullingMask
        {
            get { return m_CullingMask; }
            set { m_CullingMask = value; }
        }

        public RenderTexture targetTexture
        {
            get { return m_TargetTexture; }
            set { m_TargetTexture = value; }
        }

        public int pixelWidth
        {
            get { return (int)PixelSize.x; }
        }

        public int pixelHeight
        {
            get { return (int)PixelSize.y; }
        }

        public float aspect
        {
            get { return PixelSize.x / PixelSize.y; }
        }

        private Vector2 PixelSize
        {
            get
            {
                return Vector2.Scale(TargetSize, m_NormalizedViewPortRect.size);
            }
        }

        private Vector2 TargetSize
        {
            get { return m_TargetTexture != null ? new Vector2(m_TargetTexture.width, m_TargetTexture.height) : new Vector2(Screen.width, Screen.height); }
        }

        /// <summary>
        /// Fills the viewport with the background colour, also instead of a skybox. The double draws no objects.
        /// </summary>
        public void Render()
        {
            if (m_TargetTexture == null)
            {
                throw new NotSupportedException("the editor double does not imitate rendering to the screen; set targetTexture");
            }
            if (m_ClearFlags == CameraClearFlags.Skybox || m_ClearFlags == CameraClearFlags.SolidColor)
            {
                m_TargetTexture.Pixels.Fill(m_NormalizedViewPortRect, m_BackGroundColor);
            }
        }

        /// <summary>The ray begins at the near plane, as in Unity.</summary>
        public Ray ScreenPointToRay(Vector3 pos)
        {
            Vector2 corner = Vector2.Scale(m_NormalizedViewPortRect.position, TargetSize);
            Vector2 part = new Vector2((pos.x - corner.x) / PixelSize.x * 2F - 1F, (pos.y - corner.y) / PixelSize.y * 2F - 1F);
            Vector3 place = transform.position;
            Quaternion turn = transform.rotation;
            if (m_Orthographic)
            {
                Vector3 start = new Vector3(part.x * m_OrthographicSize * aspect, part.y * m_OrthographicSize, m_Near);
                return new Ray(place + turn * start, turn * Vector3.forward);
            }
            float half = Mathf.Tan(m_FieldOfView * 0.5F * Mathf.Deg2Rad);
            Vector3 ahead = new Vector3(part.x * half * aspect, part.y * half, 1F);
            return new Ray(place + turn * (ahead * m_Near), turn * ahead);
        }

        public Vector3 WorldToScreenPoint(Vector3 position)
        {
            Vector3 local = Quaternion.Inverse(transform.rotation) * (position - transform.position);
            float half = m_Orthographic ? m_OrthographicSize : Mathf.Tan(m_FieldOfView * 0.5F * Mathf.Deg2Rad) * local.z;
            Vector2 corner = Vector2.Scale(m_NormalizedViewPortRect.position, TargetSize);
            Vector2 part = new Vector2(local.x / (half * aspect), local.y / half);
            return new Vector3(corner.x + (part.x + 1F) * 0.5F * PixelSize.x, corner.y + (part.y + 1F) * 0.5F * PixelSize.y, local.z);
        }
    }

    public enum LightType
    {
        Spot = 0,
        Directional = 1,
        Point = 2,
#if !UNITY_6000_0_OR_NEWER
        Area = 3,
#endif
        Rectangle = 3,
        Disc = 4
    }

    /// <summary>A source of light.</summary>
    // Follows Runtime/Export/Graphics/Light.bindings.cs: members.
    [RequireComponent(typeof(Transform))]
    [FileClass(108, "Light", Version = 10, IsSingle = true)]
    public sealed class Light : Behaviour
    {
        [Stored] internal LightType m_Type = LightType.Point;
        [Stored] internal Color m_Color = Color.white;
        [Stored] internal float m_Intensity = 1F;
        [Stored] internal float m_Range = 10F;
        [Stored] internal float m_SpotAngle = 30F;
        [Stored] internal float m_InnerSpotAngle = 21.80208F;
        [Stored] internal float m_BounceIntensity = 1F;

        public LightType type
        {
            get { return m_Type; }
            set { m_Type = value; }
        }

        public Color color
        {
            get { return m_Color; }
            set { m_Color = value; }
        }

        public float intensity
        {
            get { return m_Intensity; }
            set { m_Intensity = value; }
        }

        public float range
        {
            get { return m_Range; }
            set { m_Range = value; }
        }

        public float spotAngle
        {
            get { return m_SpotAngle; }
            set { m_SpotAngle = value; }
        }

        public float innerSpotAngle
        {
            get { return m_InnerSpotAngle; }
            set { m_InnerSpotAngle = value; }
        }

        public float bounceIntensity
        {
            get { return m_BounceIntensity; }
            set { m_BounceIntensity = value; }
        }
    }
}
