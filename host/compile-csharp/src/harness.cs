// The harness of every snippet: time limits, fields shared by several snippets, and the conversion of the result. Written in the oldest C# that a compiler may support.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

public static partial class UnityToolsHarness
{
    private const int LongestText = 32768;
    private const int MostItems = 1000;
    private const int Deepest = 4;

    private static readonly Dictionary<string, string> kept = new Dictionary<string, string>();
    private static readonly List<string> lost = new List<string>();
    private static Dictionary<string, object> fields;
    private static int began;

    public static object Run(string[] words)
    {
        foreach (string gone in UnityToolsSnippet.UnityToolsForgotten)
        {
            AppDomain.CurrentDomain.SetData("unity-tools/snippets/" + gone, null);
        }
        fields = AppDomain.CurrentDomain.GetData("unity-tools/snippets/" + UnityToolsSnippet.UnityToolsSession) as Dictionary<string, object>;
        if (fields == null)
        {
            fields = new Dictionary<string, object>();
            AppDomain.CurrentDomain.SetData("unity-tools/snippets/" + UnityToolsSnippet.UnityToolsSession, fields);
        }
        UnityToolsSnippet.UnityToolsLoad();
#if UNITY_TOOLS_AWAITS
        return Steps();
#else
        began = Environment.TickCount;
        try
        {
            return Told(UnityToolsSnippet.UnityToolsBody());
        }
        finally
        {
            UnityToolsSnippet.UnityToolsStore();
        }
#endif
    }

    public static void Check()
    {
        if (unchecked(Environment.TickCount - began) > UnityToolsSnippet.UnityToolsLimitMs)
        {
            throw new TimeoutException(
                "the snippet kept Unity's main thread for " + UnityToolsSnippet.UnityToolsLimitMs + " ms without a pause and was stopped; `await` gives it back");
        }
    }

    public static bool Goes()
    {
        Check();
        return true;
    }

    public static void Enter()
    {
        Check();
        System.Runtime.CompilerServices.RuntimeHelpers.EnsureSufficientExecutionStack();
    }

    public static void Get<T>(string name, ref T field)
    {
        object value;
        if (fields.TryGetValue(name, out value) && value is T)
        {
            field = (T)value;
        }
    }

    public static void Put<T>(string name, T field)
    {
        if (!kept.ContainsKey(name))
        {
            fields[name] = field;
        }
    }

    /// <summary>Makes a local variable of the snippet a field of the following snippets.</summary>
    public static void Keep<T>(string name, T value)
    {
        string type = Spelled(typeof(T));
        if (type == null)
        {
            lost.Add(name);
            return;
        }
        kept[name] = type;
        fields[name] = value;
    }

    /// <summary>The type as another snippet can write it; null if it cannot.</summary>
    private static string Spelled(Type type)
    {
        if (type.IsArray)
        {
            string element = Spelled(type.GetElementType());
            return element == null ? null : element + "[" + new string(',', type.GetArrayRank() - 1) + "]";
        }
        if (type.IsPointer || type.IsByRef || !type.IsVisible || type.FullName == null
            || type.Assembly == typeof(UnityToolsHarness).Assembly || string.IsNullOrEmpty(type.Assembly.Location))
        {
            return null;
        }
        Type[] arguments = type.GetGenericArguments();
        StringBuilder text = new StringBuilder("global::");
        string name = type.IsGenericType ? type.GetGenericTypeDefinition().FullName : type.FullName;
        int next = 0;
        foreach (string part in name.Split('+'))
        {
            int mark = part.IndexOf('`');
            text.Append(next > 0 || text.Length > 8 ? "." : "").Append(mark < 0 ? part : part.Substring(0, mark));
            int count = mark < 0 ? 0 : int.Parse(part.Substring(mark + 1), CultureInfo.InvariantCulture);
            for (int at = 0; at < count; at++)
            {
                string argument = Spelled(arguments[next++]);
                if (argument == null)
                {
                    return null;
                }
                text.Append(at == 0 ? "<" : ", ").Append(argument);
            }
            text.Append(count > 0 ? ">" : "");
        }
        return text.ToString();
    }

    private static string Told(object value)
    {
        StringBuilder told = new StringBuilder("{\"output\":");
        Quote(told, Cut(Shown(value, 0)));
        StringBuilder json = new StringBuilder();
        if (Json(json, value, 0) && json.Length <= LongestText)
        {
            told.Append(",\"value\":");
            Quote(told, json.ToString());
        }
        told.Append(",\"kept\":{");
        string between = "";
        foreach (KeyValuePair<string, string> one in kept)
        {
            told.Append(between);
            Quote(told, one.Key);
            told.Append(':');
            Quote(told, one.Value);
            between = ",";
        }
        told.Append("},\"lost\":[");
        between = "";
        foreach (string one in lost)
        {
            told.Append(between);
            Quote(told, one);
            between = ",";
        }
        return told.Append("]}").ToString();
    }

    private static string Cut(string text)
    {
        return text.Length <= LongestText ? text : text.Substring(0, LongestText) + "\u2026";
    }

    private static bool IsList(object value)
    {
        string space = value.GetType().Namespace ?? "";
        return value is IEnumerable && !(value is string) && !space.StartsWith("UnityEngine", StringComparison.Ordinal);
    }

    private static string Shown(object value, int level)
    {
        if (value == null)
        {
            return "null";
        }
        if (level < Deepest && IsList(value))
        {
            StringBuilder text = new StringBuilder("[");
            int count = 0;
            foreach (object item in (IEnumerable)value)
            {
                Check();
                if (++count > MostItems || text.Length > LongestText)
                {
                    text.Append(", \u2026");
                    break;
                }
                text.Append(count > 1 ? ", " : "").Append(Shown(item, level + 1));
            }
            return text.Append(']').ToString();
        }
        IFormattable formattable = value as IFormattable;
        if (formattable != null && value.GetType().IsPrimitive)
        {
            return formattable.ToString(null, CultureInfo.InvariantCulture);
        }
        return value.ToString() ?? "null";
    }

    private static bool Json(StringBuilder json, object value, int level)
    {
        if (value == null)
        {
            json.Append("null");
            return true;
        }
        if (value is bool)
        {
            json.Append((bool)value ? "true" : "false");
            return true;
        }
        if (value is string || value is char)
        {
            Quote(json, value.ToString());
            return json.Length <= LongestText;
        }
        if (value is double || value is float)
        {
            double number = Convert.ToDouble(value, CultureInfo.InvariantCulture);
            json.Append(((IFormattable)value).ToString("R", CultureInfo.InvariantCulture));
            return !double.IsNaN(number) && !double.IsInfinity(number);
        }
        if (value is decimal || (value.GetType().IsPrimitive && !(value is IntPtr) && !(value is UIntPtr)))
        {
            json.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
            return true;
        }
        return level < Deepest && IsList(value) && JsonItems(json, (IEnumerable)value, level);
    }

    private static bool JsonItems(StringBuilder json, IEnumerable items, int level)
    {
        IDictionary pairs = items as IDictionary;
        json.Append(pairs == null ? '[' : '{');
        int count = 0;
        foreach (object item in items)
        {
            Check();
            if (++count > MostItems || json.Length > LongestText)
            {
                return false;
            }
            json.Append(count > 1 ? "," : "");
            object value = item;
            if (pairs != null)
            {
                DictionaryEntry pair = item is DictionaryEntry ? (DictionaryEntry)item : new DictionaryEntry(Part(item, "Key"), Part(item, "Value"));
                string key = pair.Key as string;
                if (key == null)
                {
                    return false;
                }
                Quote(json, key);
                json.Append(':');
                value = pair.Value;
            }
            if (!Json(json, value, level + 1))
            {
                return false;
            }
        }
        json.Append(pairs == null ? ']' : '}');
        return true;
    }

    private static object Part(object pair, string name)
    {
        return pair.GetType().GetProperty(name).GetValue(pair, null);
    }

    private static void Quote(StringBuilder to, string text)
    {
        to.Append('"');
        for (int at = 0; at < text.Length; at++)
        {
            char letter = text[at];
            bool isHalf = char.IsSurrogate(letter) && !(char.IsHighSurrogate(letter) && at + 1 < text.Length && char.IsLowSurrogate(text[at + 1]))
                && !(char.IsLowSurrogate(letter) && at > 0 && char.IsHighSurrogate(text[at - 1]));
            if (letter == '"' || letter == '\\')
            {
                to.Append('\\').Append(letter);
            }
            else if (letter < ' ')
            {
                to.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
            }
            else
            {
                to.Append(isHalf ? '\ufffd' : letter);
            }
        }
        to.Append('"');
    }
}
