// Every shape of method that the compiler of the test accepts; bodies are empty on purpose.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Text = System.Text.StringBuilder;
using Gen = System.Collections.Generic;
using IntMap = System.Collections.Generic.Dictionary<string, int>;
using static Torture.Holder;

public class Rootless
{
    public Rootless Self(Torture.Deep.Er.Leaf leaf) { return this; }
    public static explicit operator int(Rootless r) { return 0; }
}

namespace Torture
{
    public static class Holder { public class FromStatic { } }

    namespace Deep.Er
    {
        using Alias = Torture.Point;

        public class Leaf
        {
            public Point Outer(Alias point, FromStatic held) { return point; }
            public Er.Leaf Relative(Deep.Er.Leaf other, global::Rootless root) { return other; }
        }
    }

    public enum Colour : byte { Red, Green }

    public struct Point : IEquatable<Point>, IComparable
    {
        public int X { get; private set; }
        public Point(int x) { X = x; }
        public bool Equals(Point other) { return true; }
        public override bool Equals(object other) { return true; }
        public override int GetHashCode() { return 0; }
        int IComparable.CompareTo(object other) { return 0; }
        public static Point operator +(Point a, Point b) { return a; }
        public static Point operator -(Point a, Point b) { return a; }
        public static Point operator -(Point a) { return a; }
        public static Point operator +(Point a) { return a; }
        public static Point operator *(Point a, float b) { return a; }
        public static Point operator /(Point a, int b) { return a; }
        public static Point operator %(Point a, int b) { return a; }
        public static Point operator ^(Point a, int b) { return a; }
        public static Point operator &(Point a, Point b) { return a; }
        public static Point operator |(Point a, Point b) { return a; }
        public static Point operator <<(Point a, int b) { return a; }
        public static Point operator >>(Point a, int b) { return a; }
        public static Point operator ~(Point a) { return a; }
        public static Point operator ++(Point a) { return a; }
        public static Point operator --(Point a) { return a; }
        public static bool operator !(Point a) { return true; }
        public static bool operator true(Point a) { return true; }
        public static bool operator false(Point a) { return true; }
        public static bool operator ==(Point a, Point b) { return true; }
        public static bool operator !=(Point a, Point b) { return true; }
        public static bool operator <(Point a, Point b) { return true; }
        public static bool operator >(Point a, Point b) { return true; }
        public static bool operator <=(Point a, Point b) { return true; }
        public static bool operator >=(Point a, Point b) { return true; }
        public static implicit operator int(Point a) { return 0; }
        public static explicit operator Point(int a) { return default(Point); }
    }

    public delegate T Maker<T>(ref int seed, string name, out List<T> made) where T : class;
    public delegate void Plain();

    public interface IHit
    {
        int Health { get; set; }
        event EventHandler Died;
        string this[int index] { get; }
        bool Hit(int amount, ref Point at);
    }

    public interface IBox<T> : IEnumerable<T>
    {
        T Value { get; }
        void Put(T item, List<T> also);
        U Map<U>(Func<T, U> map);
    }

    public abstract class Base
    {
        protected Base() { }
        static Base() { }
        ~Base() { }
        public abstract void MustDo(params object[] arguments);
        public virtual IEnumerator Run(float seconds = 0.5f) { yield return null; }
        protected internal virtual Text Describe() { return null; }
        public bool Hidden(Colour? colour) { return true; }
        public class Shared { public struct Item { } }
        public int Inherited(object sender) { return 0; }
    }

    public interface IInherited { int Inherited(object sender); }

    public partial class Player : Base, IHit, IInherited
    {
        public class Inner { public Inner Me(Inner other, Shared.Item item) { return this; } }
        public class Pair<K, V>
        {
            public V Get(K key, Pair<V, K> back) { return default(V); }
            public class Part { public K Key(Part part, Pair<int, V>.Part other) { return default(K); } }
        }

        public int Health { get; set; }
        public event EventHandler Died;
        public event Action<int, List<string>> First, Second;
        public event Plain Manual { add { } remove { } }
        public string this[int index] { get { return ""; } }
        [IndexerName("Item")] public int this[string a, params int[] b] { get { return 0; } set { } }
        public bool Hit(int amount, ref Point at) { return true; }
        public override void MustDo(params object[] arguments) { }
        public sealed override IEnumerator Run(float seconds) { return null; }
        public new bool Hidden(Colour? colour) { return false; }
        public static int Overload() { return 0; }
        public static int Overload(int a) { return 0; }
        public static int Overload(int a, out string b) { b = ""; return 0; }
        public static int Overload<T>(int a) { return 0; }
        partial void Hook(int amount);
        partial void Unused(int amount);
        public int @class(int @int, string @event) { return 0; }
        public Inner Find(Inner[] all, Base.Shared shared) { return null; }
    }

    public partial class Player
    {
        partial void Hook(int amount) { }
        public List<int> Lists(List<int>[] a, List<List<Point>> b, Dictionary<string, List<int>> c) { return null; }
        public void ByRefs(ref List<int> a, out Dictionary<string, Point> b, ref Point c, out int? d, ref Point[] e)
        { b = null; d = null; }
        public int[][,] Arrays(int[] a, int[,] b, int[][] c, int[,,][] d, ref int[,] e, Point?[] f) { return null; }
        public unsafe void* Pointers(int* a, byte** b, Point* c, void* d) { return null; }
        public (int, string) Tuple((int a, (string b, Point c) d) t) { return (0, ""); }
        public ref int RefReturn(int[] a) { return ref a[0]; }
        public dynamic Dyn(dynamic a, List<dynamic> b) { return null; }
        public T Generic<T, U>(T a, U[] b, ref T c, List<T> d, out List<U> e, Func<T, U, int> f, T[,] g) where T : struct
        { e = null; return a; }
        public T? Maybe<T>(T? a, Nullable<int> b, int? c, Point? d, Colour?[] e) where T : struct { return null; }
        public IntMap Map(IntMap map, Gen.List<int> list, Gen::HashSet<Text> set) { return null; }
        public Type Keywords(bool a, byte b, sbyte c, char d, decimal e, double f, float g, uint h, long i, ulong j,
            short k, ushort l, object m, string n, IntPtr o, Guid p, TimeSpan q) { return null; }
        public async System.Threading.Tasks.Task<int> Later(System.Threading.CancellationToken token)
        { await System.Threading.Tasks.Task.Delay(1); return 0; }
        public Pair<int, string>.Part Nested(Pair<Point, Pair<int, int>> a, Player.Pair<int, Inner>.Part[] b) { return null; }
        public List<int>.Enumerator Numerator(Dictionary<string, int>.KeyCollection keys, ref List<Point>.Enumerator at)
        { return default(List<int>.Enumerator); }
        public Environment.SpecialFolder Folder(DateTimeKind kind, System.IO.FileMode mode) { return 0; }
        public static Player operator +(Player a, Pair<int, int> b) { return a; }
        public void Lambdas() { Func<int, int> f = x => x + 1; f(1); }
        private protected const string Text = "#if not a directive";
    }

    public class Box<T> : IBox<T>, IDisposable, ICloneable where T : new()
    {
        public Box(T first, params T[] rest) { }
        public T Value { get; set; }
        public void Put(T item, List<T> also) { }
        public U Map<U>(Func<T, U> map) { return default(U); }
        public IEnumerator<T> GetEnumerator() { return null; }
        IEnumerator IEnumerable.GetEnumerator() { return null; }
        public void Dispose() { }
        public void Dispose(bool all) { }
        object ICloneable.Clone() { return null; }
        public Box<T> Self(Box<int> a, Box<T>[] b, ref Box<T> c, Maker<string> d) { return this; }
        public struct Node { public T Item; public Node Next(Node a, ref Node b, Node[] c) { return this; } }
        public event Action<T> Changed { add { } remove { } }
    }

    public class Closed : Box<Point>, IBox<Point>, IComparer<Point>
    {
        public Closed() : base(default(Point)) { }
        public int Compare(Point a, Point b) { return 0; }
        T Same<T>(T a, Node b) { return a; }
        public Box<Point>.Node Inherited(Node node) { return node; }
    }

    public class Explicit : IHit, IBox<Point>
    {
        int IHit.Health { get; set; }
        event EventHandler IHit.Died { add { } remove { } }
        string IHit.this[int index] { get { return ""; } }
        bool IHit.Hit(int amount, ref Point at) { return true; }
        Point IBox<Point>.Value { get { return default(Point); } }
        void IBox<Point>.Put(Point item, List<Point> also) { }
        U IBox<Point>.Map<U>(Func<Point, U> map) { return default(U); }
        IEnumerator<Point> IEnumerable<Point>.GetEnumerator() { return null; }
        IEnumerator IEnumerable.GetEnumerator() { return null; }
    }

    public static class Extensions
    {
        public static int Twice(this int a) { return a; }
        public static T First<T>(this IEnumerable<T> a, Predicate<T> b = null) { return default(T); }
        internal static extern void Native(IntPtr handle);
#if TORTURE_ON
        public static void OnlyWhenOn() { }
#else
        public static void OnlyWhenOff() { }
#endif
#if TORTURE_UNKNOWN
        public static void Unknown() { }
#endif
        public static int Split(
#if TORTURE_ON
            int a)
#else
            int b, int c)
#endif
        {
#if TORTURE_OFF
            if (true) {
#endif
            return 0;
        }
    }
}
