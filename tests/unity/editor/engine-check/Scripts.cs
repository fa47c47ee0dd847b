using System;
using System.Collections;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Serialization;

namespace EngineCheck
{
    /// <summary>What the scripts received, in order.</summary>
    internal static class Journal
    {
        internal static readonly List<string> Lines = new List<string>();

        internal static string Take()
        {
            string all = string.Join(" ", Lines.ToArray());
            Lines.Clear();
            return all;
        }
    }

    /// <summary>Notes each message of the life cycle.</summary>
    public class Noting : MonoBehaviour
    {
        public bool throws;

        private int secret;

        internal int Secret
        {
            get { return secret; }
            set { secret = value; }
        }

        private void Note(string what)
        {
            Journal.Lines.Add(name + "." + what);
        }

        private void Awake()
        {
            Note("Awake");
        }

        private void OnEnable()
        {
            Note("OnEnable");
        }

        private void Start()
        {
            Note("Start");
            if (throws)
            {
                throw new InvalidOperationException("on purpose");
            }
        }

        private void FixedUpdate()
        {
            Note("FixedUpdate");
        }

        private void Update()
        {
            Note("Update");
        }

        private void LateUpdate()
        {
            Note("LateUpdate");
        }

        private void OnDisable()
        {
            Note("OnDisable");
        }

        private void OnDestroy()
        {
            Note("OnDestroy");
        }

        internal IEnumerator Counting()
        {
            Note("first");
            yield return null;
            Note("second");
            yield return new WaitForSeconds(0.25F);
            Note("third");
            yield return new WaitForEndOfFrame();
            Note("end");
        }
    }

    [DefaultExecutionOrder(-10)]
    public sealed class EarlyNoting : Noting
    {
    }

    [ExecuteInEditMode]
    public sealed class EditNoting : Noting
    {
    }

    [RequireComponent(typeof(Light))]
    [DisallowMultipleComponent]
    public sealed class Lamp : MonoBehaviour
    {
    }

    [Serializable]
    public sealed class Stat
    {
        public string label = "new";
        public float amount = 1F;

        [NonSerialized] public int forgotten = 5;
    }

    [Serializable]
    public struct Pair
    {
        public int left;
        public int right;
    }

    public enum Mood
    {
        Calm,
        Angry = 7
    }

    public interface IShape
    {
    }

    [Serializable]
    public sealed class Disc : IShape
    {
        public float radius = 2F;

        [SerializeReference] public IShape inner;
    }

    /// <summary>A field of each kind that Unity saves, and of some that it does not.</summary>
    public class Everything : MonoBehaviour
    {
        public int whole = 3;
        public float real = 1.5F;
        public double exact = 0.1;
        public bool flag = true;
        public string text = "hello";
        public long large = 9007199254740993L;
        public ulong huge = ulong.MaxValue;
        public char letter = 'x';
        public Mood mood = Mood.Angry;
        public Vector2 flat = new Vector2(1F, 2F);
        public Vector3 deep = new Vector3(1F, 2F, 3F);
        public Quaternion turn = Quaternion.identity;
        public Color color = Color.red;
        public Color32 bytes = new Color32(1, 2, 3, 4);
        public Rect rect = new Rect(1F, 2F, 3F, 4F);
        public Bounds box = new Bounds(Vector3.one, Vector3.one);
        public LayerMask layers = -1;
        public Vector3Int cell = new Vector3Int(1, 2, 3);
        public AnimationCurve curve = AnimationCurve.Linear(0F, 0F, 1F, 1F);
        public Gradient gradient = new Gradient();
        public GameObject other;
        public Transform place;
        public Stat stat = new Stat();
        public Stat nothing;
        public Pair pair;
        public string unset;
        public int[] numbers = { 1, 2, 300 };
        public List<string> words = new List<string> { "a", "" };
        public List<Stat> stats = new List<Stat> { new Stat(), new Stat { label = "second" } };
        public GameObject[] others = new GameObject[0];

        [SerializeReference] public IShape shape = new Disc { inner = new Disc { radius = 1F } };
        [SerializeReference] public List<IShape> shapes = new List<IShape>();

        [FormerlySerializedAs("oldName")] public int renamed = 1;

        [SerializeField] private int hidden = 4;

        private int secret = 5;

        public static int Shared = 6;
        public readonly int Fixed = 7;
        [NonSerialized] public int skipped = 8;
        public Dictionary<string, int> map = new Dictionary<string, int>();
        public object anything = new object();

        internal int Hidden
        {
            get { return hidden; }
            set { hidden = value; }
        }

        internal int Secret
        {
            get { return secret; }
            set { secret = value; }
        }
    }

    public sealed class Config : ScriptableObject
    {
        public int level = 1;
        public Config next;
    }
}
