// Prints every method that an assembly declares in three forms, by reflection alone: C or M, full name of the type,
// Mono.Cecil's form, Harmony's form, HarmonyX's form, separated by tabs.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

static class Describe
{
    const BindingFlags Own = BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic
        | BindingFlags.Static | BindingFlags.Instance;

    static void Main(string[] arguments)
    {
        foreach (var type in Assembly.LoadFrom(arguments[0]).GetTypes())
        {
            if (type.FullName.Contains("<"))
            {
                continue;
            }

            foreach (var method in type.GetMembers(Own).OfType<MethodBase>())
            {
                if (!method.Name.StartsWith("<"))
                {
                    var kind = method is ConstructorInfo ? "C" : "M";
                    Console.WriteLine(string.Join("\t", kind, Plain(type), Cecil(method), Written(method, Harmony),
                        Written(method, CSharp)));
                }
            }
        }
    }

    static Type Returned(MethodBase method)
    {
        return method is MethodInfo ? ((MethodInfo)method).ReturnType : typeof(void);
    }

    static string Prefix(string space)
    {
        return string.IsNullOrEmpty(space) ? "" : space + ".";
    }

    static string Plain(Type definition)
    {
        return definition.DeclaringType == null
            ? Prefix(definition.Namespace) + definition.Name
            : Plain(definition.DeclaringType) + "/" + definition.Name;
    }

    static string Cecil(Type type)
    {
        if (type.IsByRef || type.IsPointer)
        {
            return Cecil(type.GetElementType()) + (type.IsByRef ? "&" : "*");
        }

        if (type.IsArray)
        {
            var rank = type.GetArrayRank();
            var bounds = rank == 1 ? "" : string.Join(",", Enumerable.Repeat("0...", rank));
            return Cecil(type.GetElementType()) + "[" + bounds + "]";
        }

        if (type.IsGenericParameter)
        {
            return type.Name;
        }

        return type.IsGenericType
            ? Plain(type.GetGenericTypeDefinition()) + "<" + string.Join(",", type.GetGenericArguments().Select(Cecil)) + ">"
            : Plain(type);
    }

    static string Cecil(MethodBase method)
    {
        var parameters = string.Join(",", method.GetParameters().Select(p => Cecil(p.ParameterType)));
        return Cecil(Returned(method)) + " " + Plain(method.DeclaringType) + "::" + method.Name + "(" + parameters + ")";
    }

    static string Written(MethodBase method, Func<Type, string> name)
    {
        var words = new List<string>();
        if (method.IsStatic)
        {
            words.Add("static");
        }

        if (method.IsAbstract)
        {
            words.Add("abstract");
        }

        if (method.IsVirtual)
        {
            words.Add("virtual");
        }

        var parameters = method.GetParameters().Select(p => name(p.ParameterType) + " " + p.Name);
        words.Add(name(Returned(method)));
        words.Add(name(method.DeclaringType) + "::" + method.Name + "(" + string.Join(", ", parameters) + ")");
        return string.Join(" ", words);
    }

    static string Harmony(Type type)
    {
        var text = Prefix(type.Namespace) + type.Name;
        return type.IsGenericType ? text + "<" + string.Join(", ", type.GetGenericArguments().Select(Harmony)) + ">" : text;
    }

    static readonly Dictionary<Type, string> keywords = new Dictionary<Type, string>
    {
        { typeof(void), "void" }, { typeof(bool), "bool" }, { typeof(byte), "byte" }, { typeof(sbyte), "sbyte" },
        { typeof(char), "char" }, { typeof(decimal), "decimal" }, { typeof(double), "double" }, { typeof(float), "float" },
        { typeof(int), "int" }, { typeof(uint), "uint" }, { typeof(long), "long" }, { typeof(ulong), "ulong" },
        { typeof(short), "short" }, { typeof(ushort), "ushort" }, { typeof(object), "object" }, { typeof(string), "string" },
    };

    static string CSharp(Type type)
    {
        if (type.IsGenericType)
        {
            var value = Nullable.GetUnderlyingType(type);
            var given = type.GetGenericArguments();
            return value != null ? CSharp(value) + "?" : Generic(type, given, given.Length);
        }

        if (type.IsArray)
        {
            var ranks = "";
            for (; type.IsArray; type = type.GetElementType())
            {
                ranks += "[" + new string(',', type.GetArrayRank() - 1) + "]";
            }

            return CSharp(type) + ranks;
        }

        string keyword;
        if (keywords.TryGetValue(type, out keyword))
        {
            return keyword;
        }

        return type.Namespace == "System" || type.IsGenericParameter ? type.Name : type.FullName ?? type.Name;
    }

    static string Generic(Type type, Type[] given, int count)
    {
        var from = type.IsNested ? type.DeclaringType.GetGenericArguments().Length : 0;
        var text = type.IsNested ? Generic(type.DeclaringType, given, from) + "+" : Prefix(type.Namespace);
        var tick = type.Name.IndexOf('`');
        if (tick <= 0)
        {
            return text + type.Name;
        }

        text += type.Name.Substring(0, tick) + "<";
        for (var at = from; at < count; at++)
        {
            text += CSharp(given[at]);
            if (at + 1 < count)
            {
                text += given[at + 1].IsGenericParameter ? "," : ", ";
            }
        }

        return text + ">";
    }
}
