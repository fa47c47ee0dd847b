// Members only: those that a type must declare to implement the interface.
using System.Collections;
using System.Collections.Generic;

namespace System
{
    public interface IDisposable { void Dispose(); }
    public interface ICloneable { object Clone(); }
    public interface IComparable { int CompareTo(object obj); }
    public interface IComparable<T> { int CompareTo(T other); }
    public interface IEquatable<T> { bool Equals(T other); }
    public interface IFormattable { string ToString(string format, IFormatProvider formatProvider); }
    public interface IFormatProvider { object GetFormat(Type formatType); }
    public interface ICustomFormatter { string Format(string format, object arg, IFormatProvider formatProvider); }
    public interface IServiceProvider { object GetService(Type serviceType); }
    public interface IProgress<T> { void Report(T value); }
    public interface IObservable<T> { IDisposable Subscribe(IObserver<T> observer); }
    public interface IObserver<T> { void OnNext(T value); void OnError(Exception error); void OnCompleted(); }
    public interface IAsyncDisposable { System.Threading.Tasks.ValueTask DisposeAsync(); }
    public interface IAsyncResult
    {
        object AsyncState { get; }
        System.Threading.WaitHandle AsyncWaitHandle { get; }
        bool CompletedSynchronously { get; }
        bool IsCompleted { get; }
    }
}

namespace System.Collections
{
    public interface IEnumerable { IEnumerator GetEnumerator(); }
    public interface IEnumerator { object Current { get; } bool MoveNext(); void Reset(); }
    public interface IComparer { int Compare(object x, object y); }
    public interface IEqualityComparer { bool Equals(object x, object y); int GetHashCode(object obj); }
    public interface ICollection : IEnumerable
    {
        int Count { get; }
        bool IsSynchronized { get; }
        object SyncRoot { get; }
        void CopyTo(Array array, int index);
    }
    public interface IList : ICollection
    {
        bool IsFixedSize { get; }
        bool IsReadOnly { get; }
        object this[int index] { get; set; }
        int Add(object value);
        void Clear();
        bool Contains(object value);
        int IndexOf(object value);
        void Insert(int index, object value);
        void Remove(object value);
        void RemoveAt(int index);
    }
    public interface IDictionaryEnumerator : IEnumerator
    {
        DictionaryEntry Entry { get; }
        object Key { get; }
        object Value { get; }
    }
    public interface IDictionary : ICollection
    {
        bool IsFixedSize { get; }
        bool IsReadOnly { get; }
        object this[object key] { get; set; }
        ICollection Keys { get; }
        ICollection Values { get; }
        void Add(object key, object value);
        void Clear();
        bool Contains(object key);
        new IDictionaryEnumerator GetEnumerator();
        void Remove(object key);
    }
    public interface IStructuralEquatable
    {
        bool Equals(object other, IEqualityComparer comparer);
        int GetHashCode(IEqualityComparer comparer);
    }
    public interface IStructuralComparable { int CompareTo(object other, IComparer comparer); }
}

namespace System.Collections.Generic
{
    public interface IEnumerable<T> : IEnumerable { new IEnumerator<T> GetEnumerator(); }
    public interface IEnumerator<T> : IEnumerator, IDisposable { new T Current { get; } }
    public interface IComparer<T> { int Compare(T x, T y); }
    public interface IEqualityComparer<T> { bool Equals(T x, T y); int GetHashCode(T obj); }
    public interface IReadOnlyCollection<T> : IEnumerable<T> { int Count { get; } }
    public interface IReadOnlyList<T> : IReadOnlyCollection<T> { T this[int index] { get; } }
    public interface IReadOnlyDictionary<TKey, TValue> : IReadOnlyCollection<KeyValuePair<TKey, TValue>>
    {
        TValue this[TKey key] { get; }
        IEnumerable<TKey> Keys { get; }
        IEnumerable<TValue> Values { get; }
        bool ContainsKey(TKey key);
        bool TryGetValue(TKey key, out TValue value);
    }
    public interface ICollection<T> : IEnumerable<T>
    {
        int Count { get; }
        bool IsReadOnly { get; }
        void Add(T item);
        void Clear();
        bool Contains(T item);
        void CopyTo(T[] array, int arrayIndex);
        bool Remove(T item);
    }
    public interface IList<T> : ICollection<T>
    {
        T this[int index] { get; set; }
        int IndexOf(T item);
        void Insert(int index, T item);
        void RemoveAt(int index);
    }
    public interface IDictionary<TKey, TValue> : ICollection<KeyValuePair<TKey, TValue>>
    {
        TValue this[TKey key] { get; set; }
        ICollection<TKey> Keys { get; }
        ICollection<TValue> Values { get; }
        void Add(TKey key, TValue value);
        bool ContainsKey(TKey key);
        bool Remove(TKey key);
        bool TryGetValue(TKey key, out TValue value);
    }
    public interface ISet<T> : ICollection<T>
    {
        new bool Add(T item);
        void ExceptWith(IEnumerable<T> other);
        void IntersectWith(IEnumerable<T> other);
        bool IsProperSubsetOf(IEnumerable<T> other);
        bool IsProperSupersetOf(IEnumerable<T> other);
        bool IsSubsetOf(IEnumerable<T> other);
        bool IsSupersetOf(IEnumerable<T> other);
        bool Overlaps(IEnumerable<T> other);
        bool SetEquals(IEnumerable<T> other);
        void SymmetricExceptWith(IEnumerable<T> other);
        void UnionWith(IEnumerable<T> other);
    }
}

namespace System.Runtime.CompilerServices
{
    public interface INotifyCompletion { void OnCompleted(Action continuation); }
    public interface ICriticalNotifyCompletion : INotifyCompletion { void UnsafeOnCompleted(Action continuation); }
}

namespace System.Runtime.Serialization
{
    public interface ISerializable { void GetObjectData(SerializationInfo info, StreamingContext context); }
    public interface IDeserializationCallback { void OnDeserialization(object sender); }
}

namespace System.ComponentModel
{
    public interface INotifyPropertyChanged { event PropertyChangedEventHandler PropertyChanged; }
}

namespace UnityEngine
{
    public interface ISerializationCallbackReceiver { void OnBeforeSerialize(); void OnAfterDeserialize(); }
    public interface ICanvasRaycastFilter { bool IsRaycastLocationValid(Vector2 sp, Camera eventCamera); }
    public interface ILogHandler
    {
        void LogFormat(LogType logType, Object context, string format, params object[] args);
        void LogException(System.Exception exception, Object context);
    }
}

namespace UnityEngine.EventSystems
{
    public interface IPointerMoveHandler { void OnPointerMove(PointerEventData eventData); }
    public interface IPointerEnterHandler { void OnPointerEnter(PointerEventData eventData); }
    public interface IPointerExitHandler { void OnPointerExit(PointerEventData eventData); }
    public interface IPointerDownHandler { void OnPointerDown(PointerEventData eventData); }
    public interface IPointerUpHandler { void OnPointerUp(PointerEventData eventData); }
    public interface IPointerClickHandler { void OnPointerClick(PointerEventData eventData); }
    public interface IInitializePotentialDragHandler { void OnInitializePotentialDrag(PointerEventData eventData); }
    public interface IBeginDragHandler { void OnBeginDrag(PointerEventData eventData); }
    public interface IDragHandler { void OnDrag(PointerEventData eventData); }
    public interface IEndDragHandler { void OnEndDrag(PointerEventData eventData); }
    public interface IDropHandler { void OnDrop(PointerEventData eventData); }
    public interface IScrollHandler { void OnScroll(PointerEventData eventData); }
    public interface IUpdateSelectedHandler { void OnUpdateSelected(BaseEventData eventData); }
    public interface ISelectHandler { void OnSelect(BaseEventData eventData); }
    public interface IDeselectHandler { void OnDeselect(BaseEventData eventData); }
    public interface IMoveHandler { void OnMove(AxisEventData eventData); }
    public interface ISubmitHandler { void OnSubmit(BaseEventData eventData); }
    public interface ICancelHandler { void OnCancel(BaseEventData eventData); }
}
