// Unity's own compiler as a library without a program: this is the program. Built by mono's compiler, which cannot refer to it, so
// every member is found by its name and the names of its parameters. Words: -out:FILE -define:A;B -r:FILE … and sources; behind `--`
// the next assembly, since most of the time goes into making the compiler itself ready.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Reflection;

internal static class Driver
{
    /// <summary>References of another version than a reference was built for: what each build of Unity does.</summary>
    private static readonly string[] Usual = { "CS1701", "CS1702" };

    private static Assembly core;
    private static Assembly csharp;

    private static int Main(string[] words)
    {
        string folder = Path.GetDirectoryName(typeof(Driver).Assembly.Location);
        core = Assembly.LoadFrom(Path.Combine(folder, "Microsoft.CodeAnalysis.dll"));
        csharp = Assembly.LoadFrom(Path.Combine(folder, "Microsoft.CodeAnalysis.CSharp.dll"));
        int worst = 0;
        for (int from = 0; from < words.Length;)
        {
            int end = Array.IndexOf(words, "--", from);
            end = end < 0 ? words.Length : end;
            string[] own = new string[end - from];
            Array.Copy(words, from, own, 0, own.Length);
            worst = Math.Max(worst, Compile(own));
            from = end + 1;
        }
        return worst;
    }

    private static int Compile(string[] words)
    {
        string output = null;
        string[] defines = new string[0];
        IList references = ListOf("MetadataReference");
        IList trees = ListOf("SyntaxTree");
        List<string> sources = new List<string>();
        foreach (string word in words)
        {
            if (word.StartsWith("-out:"))
            {
                output = word.Substring(5);
            }
            else if (word.StartsWith("-define:"))
            {
                defines = word.Substring(8).Split(';');
            }
            else if (word.StartsWith("-r:"))
            {
                references.Add(Call(Core("MetadataReference"), "CreateFromFile", Given("path", word.Substring(3))));
            }
            else
            {
                sources.Add(word);
            }
        }
        object version = Enum.Parse(CSharp("LanguageVersion"), "CSharp9");
        object parsing = Made(CSharp("CSharpParseOptions"), Given("languageVersion", version, "preprocessorSymbols", defines));
        foreach (string source in sources)
        {
            Dictionary<string, object> given = Given("text", File.ReadAllText(source), "options", parsing, "path", source);
            trees.Add(Call(CSharp("CSharpSyntaxTree"), "ParseText", given));
        }
        object kind = Enum.Parse(Core("OutputKind"), "DynamicallyLinkedLibrary");
        object options = Made(CSharp("CSharpCompilationOptions"), Given("outputKind", kind));
        string name = Path.GetFileNameWithoutExtension(output);
        object compilation = Call(
            CSharp("CSharpCompilation"),
            "Create",
            Given("assemblyName", name, "syntaxTrees", trees, "references", references, "options", options));
        using (Stream stream = File.Create(output))
        {
            MethodBase emit = Fitting(compilation.GetType().GetMethods(), "Emit", Given("peStream", stream));
            return Told(emit.Invoke(compilation, Filled(emit, Given("peStream", stream))));
        }
    }

    private static int Told(object result)
    {
        int count = 0;
        foreach (object found in (IEnumerable)Read(result, "Diagnostics"))
        {
            string severity = Read(found, "Severity").ToString();
            if ((severity == "Warning" || severity == "Error") && Array.IndexOf(Usual, (string)Read(found, "Id")) < 0)
            {
                Console.Error.WriteLine(found);
                count++;
            }
        }
        return count == 0 && (bool)Read(result, "Success") ? 0 : 1;
    }

    private static Type Core(string name)
    {
        return core.GetType("Microsoft.CodeAnalysis." + name, true);
    }

    private static Type CSharp(string name)
    {
        return csharp.GetType("Microsoft.CodeAnalysis.CSharp." + name, true);
    }

    private static IList ListOf(string name)
    {
        return (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(Core(name)));
    }

    private static object Read(object of, string property)
    {
        return of.GetType().GetProperty(property).GetValue(of, null);
    }

    private static Dictionary<string, object> Given(params object[] pairs)
    {
        Dictionary<string, object> given = new Dictionary<string, object>();
        for (int at = 0; at < pairs.Length; at += 2)
        {
            given.Add((string)pairs[at], pairs[at + 1]);
        }
        return given;
    }

    private static object Call(Type type, string name, Dictionary<string, object> given)
    {
        MethodBase method = Fitting(type.GetMethods(BindingFlags.Public | BindingFlags.Static), name, given);
        return method.Invoke(null, Filled(method, given));
    }

    private static object Made(Type type, Dictionary<string, object> given)
    {
        ConstructorInfo maker = (ConstructorInfo)Fitting(type.GetConstructors(), ".ctor", given);
        return maker.Invoke(Filled(maker, given));
    }

    /// <summary>The shortest one that has all those parameters, and defaults for its others.</summary>
    private static MethodBase Fitting(MethodBase[] among, string name, Dictionary<string, object> given)
    {
        MethodBase best = null;
        foreach (MethodBase method in among)
        {
            if (method.Name != name || method.IsGenericMethod)
            {
                continue;
            }
            int met = 0;
            bool fits = true;
            foreach (ParameterInfo parameter in method.GetParameters())
            {
                object value;
                bool named = given.TryGetValue(parameter.Name, out value);
                met += named ? 1 : 0;
                fits &= named ? parameter.ParameterType.IsInstanceOfType(value) : parameter.IsOptional;
            }
            if (fits && met == given.Count && (best == null || method.GetParameters().Length < best.GetParameters().Length))
            {
                best = method;
            }
        }
        if (best == null)
        {
            throw new MissingMethodException(name + " with " + string.Join(", ", new List<string>(given.Keys).ToArray()));
        }
        return best;
    }

    private static object[] Filled(MethodBase method, Dictionary<string, object> given)
    {
        return Array.ConvertAll(method.GetParameters(), parameter =>
        {
            object value;
            if (given.TryGetValue(parameter.Name, out value))
            {
                return value;
            }
            object usual = parameter.RawDefaultValue;
            Type type = parameter.ParameterType;
            if (type.IsEnum)
            {
                return Enum.ToObject(type, usual);
            }
            return usual == null && type.IsValueType ? Activator.CreateInstance(type) : usual;
        });
    }
}
