using System;
using System.Collections;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>The place of a game object in the hierarchy and in space.</summary>
    // Follows Runtime/Transform/ScriptBindings/Transform.bindings.cs: members; the arithmetic is native in Unity.
    [FileClass(4, "Transform", Version = 2)]
    public partial class Transform : Component, IEnumerable
    {
        [Stored] internal Quaternion m_LocalRotation = Quaternion.identity;
        [Stored] internal Vector3 m_LocalPosition = Vector3.zero;
        [Stored] internal Vector3 m_LocalScale = Vector3.one;
        [Stored] internal bool m_ConstrainProportionsScale = false;
        [Stored] internal List<Transform> m_Children = new List<Transform>();
        [Stored] internal Transform m_Father = null;
        [Stored] internal Vector3 m_LocalEulerAnglesHint = Vector3.zero;

        protected Transform()
        {
        }

        public bool hasChanged { get; set; }

        /// <summary>The root of the hierarchy; also for a transform that is being loaded.</summary>
        internal Transform Top
        {
            get
            {
                Transform at = this;
                while (!ReferenceEquals(at.m_Father, null))
                {
                    at = at.m_Father;
                }
                return at;
            }
        }

        public Vector3 localPosition
        {
            get
            {
                Demand();
                return Place;
            }

            set
            {
                Demand();
                Place = value;
                hasChanged = true;
            }
        }

        /// <summary>The local position; a RectTransform computes it from its anchors.</summary>
        internal virtual Vector3 Place
        {
            get { return m_LocalPosition; }
            set { m_LocalPosition = value; }
        }

        /// <summary>The local scale; a canvas on the screen overrides that of its RectTransform.</summary>
        internal virtual Vector3 Scale
        {
            get { return m_LocalScale; }
        }

        public Quaternion localRotation
        {
            get
            {
                Demand();
                return m_LocalRotation;
            }

            set
            {
                Demand();
                m_LocalRotation = value.normalized;
                m_LocalEulerAnglesHint = m_LocalRotation.eulerAngles;
                hasChanged = true;
            }
        }

        public Vector3 localScale
        {
            get
            {
                Demand();
                return Scale;
            }

            set
            {
                Demand();
                m_LocalScale = value;
                hasChanged = true;
            }
        }

        public Vector3 position
        {
            get { return parent == null ? localPosition : parent.TransformPoint(localPosition); }
            set { localPosition = parent == null ? value : parent.InverseTransformPoint(value); }
        }

        public Quaternion rotation
        {
            get { return parent == null ? localRotation : (parent.rotation * localRotation).normalized; }
            set { localRotation = parent == null ? value : Quaternion.Inverse(parent.rotation) * value; }
        }

        public Vector3 eulerAngles
        {
            get { return rotation.eulerAngles; }
            set { rotation = Quaternion.Euler(value); }
        }

        public Vector3 localEulerAngles
        {
            get { return localRotation.eulerAngles; }
            set { localRotation = Quaternion.Euler(value); }
        }

        public Vector3 lossyScale
        {
            get
            {
                Matrix4x4 unturned = Matrix4x4.TRS(Vector3.zero, Quaternion.Inverse(rotation), Vector3.one) * localToWorldMatrix;
                return new Vector3(unturned.m00, unturned.m11, unturned.m22);
            }
        }

        public Vector3 right
        {
            get { return rotation * Vector3.right; }
            set { rotation = Quaternion.FromToRotation(Vector3.right, value); }
        }

        public Vector3 up
        {
            get { return rotation * Vector3.up; }
            set { rotation = Quaternion.FromToRotation(Vector3.up, value); }
        }

        public Vector3 forward
        {
            get { return rotation * Vector3.forward; }
            set { rotation = Quaternion.LookRotation(value); }
        }

        public Matrix4x4 localToWorldMatrix
        {
            get
            {
                Matrix4x4 own = Matrix4x4.TRS(localPosition, m_LocalRotation, Scale);
                return ReferenceEquals(m_Father, null) ? own : m_Father.localToWorldMatrix * own;
            }
        }

        public Matrix4x4 worldToLocalMatrix
        {
            get { return localToWorldMatrix.inverse; }
        }

        public void SetPositionAndRotation(Vector3 position, Quaternion rotation)
        {
            this.rotation = rotation;
            this.position = position;
        }

        public void SetLocalPositionAndRotation(Vector3 localPosition, Quaternion localRotation)
        {
            this.localPosition = localPosition;
            this.localRotation = localRotation;
        }

        public void GetPositionAndRotation(out Vector3 position, out Quaternion rotation)
        {
            position = this.position;
            rotation = this.rotation;
        }

        public Vector3 TransformPoint(Vector3 position)
        {
            return localToWorldMatrix.MultiplyPoint3x4(position);
        }

        public Vector3 TransformPoint(float x, float y, float z)
        {
            return TransformPoint(new Vector3(x, y, z));
        }

        public Vector3 InverseTransformPoint(Vector3 position)
        {
            return worldToLocalMatrix.MultiplyPoint3x4(position);
        }

        public Vector3 TransformDirection(Vector3 direction)
        {
            return rotation * direction;
        }

        public Vector3 InverseTransformDirection(Vector3 direction)
        {
            return Quaternion.Inverse(rotation) * direction;
        }

        public Vector3 TransformVector(Vector3 vector)
        {
            return localToWorldMatrix.MultiplyVector(vector);
        }

        public Vector3 InverseTransformVector(Vector3 vector)
        {
            return worldToLocalMatrix.MultiplyVector(vector);
        }

        public void Translate(Vector3 translation)
        {
            Translate(translation, Space.Self);
        }

        public void Translate(Vector3 translation, Space relativeTo)
        {
            position += relativeTo == Space.World ? translation : TransformDirection(translation);
        }

        public void Translate(float x, float y, float z)
        {
            Translate(new Vector3(x, y, z), Space.Self);
        }

        public void Rotate(Vector3 eulers)
        {
            Rotate(eulers, Space.Self);
        }

        public void Rotate(Vector3 eulers, Space relativeTo)
        {
            Quaternion turn = Quaternion.Euler(eulers);
            localRotation = relativeTo == Space.Self ? localRotation * turn : localRotation * Quaternion.Inverse(rotation) * turn * rotation;
        }

        public void Rotate(float xAngle, float yAngle, float zAngle)
        {
            Rotate(new Vector3(xAngle, yAngle, zAngle), Space.Self);
        }

        public void Rotate(Vector3 axis, float angle)
        {
            localRotation = localRotation * Quaternion.AngleAxis(angle, axis);
        }

        public void Rotate(Vector3 axis, float angle, Space relativeTo)
        {
            if (relativeTo == Space.Self)
            {
                Rotate(axis, angle);
            }
            else
            {
                rotation = Quaternion.AngleAxis(angle, axis) * rotation;
            }
        }

        public void RotateAround(Vector3 point, Vector3 axis, float angle)
        {
            Quaternion turn = Quaternion.AngleAxis(angle, axis);
            position = point + turn * (position - point);
            rotation = turn * rotation;
        }

        public void LookAt(Transform target)
        {
            LookAt(target.position, Vector3.up);
        }

        public void LookAt(Vector3 worldPosition)
        {
            LookAt(worldPosition, Vector3.up);
        }

        public void LookAt(Vector3 worldPosition, Vector3 worldUp)
        {
            if (worldPosition != position)
            {
                rotation = Quaternion.LookRotation(worldPosition - position, worldUp);
            }
        }
    }
}
