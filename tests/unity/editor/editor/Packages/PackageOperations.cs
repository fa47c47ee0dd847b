using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEditor;
using UnityEditor.PackageManager;

namespace UnityDouble
{
    /// <summary>The state of one request to the package manager.</summary>
    internal sealed class PackageOperation
    {
        internal StatusCode Status;
        internal ErrorCode Code;
        internal string Message;
        internal string[] Add;
        internal string[] Remove;

        /// <summary>The time at which it ends, unless the registry holds it.</summary>
        internal double Due;

        internal string Write()
        {
            return Json.Write(Json.Object("status", (long)Status, "code", (long)Code, "message", Message ?? "", "add", Add, "remove", Remove,
                "due", Due.ToString("R", CultureInfo.InvariantCulture)));
        }

        internal static PackageOperation Read(string text)
        {
            Dictionary<string, object> json = Json.ReadObject(text);
            return new PackageOperation
            {
                Status = (StatusCode)Json.Whole(json, "status", 0),
                Code = (ErrorCode)Json.Whole(json, "code", 0),
                Message = Json.Text(json, "message"),
                Add = ((List<object>)json["add"]).Cast<string>().ToArray(),
                Remove = ((List<object>)json["remove"]).Cast<string>().ToArray(),
                Due = double.Parse(Json.Text(json, "due"), CultureInfo.InvariantCulture),
            };
        }
    }

    /// <summary>
    /// The requests to the package manager. They end after a moment, unless the registry holds them, and survive domain reloads. In
    /// the tick after a successful one, the packages are imported and compiled.
    /// </summary>
    internal static class PackageOperations
    {
        private const double DelaySeconds = 0.1;
        private const string Count = "packageOperations";
        private const string Entry = "packageOperation ";
        private const string Refreshes = "packagesToImport";

        internal static long Begin(string[] add, string[] remove)
        {
            long id = Last + 1;
            Native.Store.Kept.SetText(Count, id.ToString(CultureInfo.InvariantCulture));
            double due = Native.Shared.Seconds + DelaySeconds;
            Put(id, new PackageOperation { Add = add, Remove = remove, Due = due });
            return id;
        }

        /// <summary>Returns null if there is no such request.</summary>
        internal static PackageOperation Find(long id)
        {
            string text = id == 0 ? null : Native.Store.Kept.GetText(Entry + id);
            return text == null ? null : PackageOperation.Read(text);
        }

        /// <summary>Called at the end of each tick.</summary>
        internal static void Tick()
        {
            if (Native.Store.Kept.GetText(Refreshes) != null)
            {
                Native.Store.Kept.SetText(Refreshes, null);
                AssetImports.Refresh();
            }
            for (long id = 1; id <= Last; id++)
            {
                PackageOperation operation = Find(id);
                if (operation.Status == StatusCode.InProgress && operation.Due <= Native.Shared.Seconds && !PackageRegistry.IsHeld)
                {
                    Carry(operation);
                    Put(id, operation);
                }
            }
        }

        private static long Last
        {
            get { return long.Parse(Native.Store.Kept.GetText(Count) ?? "0", CultureInfo.InvariantCulture); }
        }

        private static void Carry(PackageOperation operation)
        {
            try
            {
                PackageRegistry.Change(operation.Add, operation.Remove);
                operation.Status = StatusCode.Success;
                Native.Store.Kept.SetText(Refreshes, "yes");
            }
            catch (PackageProblem problem)
            {
                operation.Status = StatusCode.Failure;
                operation.Code = problem.Code;
                operation.Message = problem.Message;
            }
        }

        private static void Put(long id, PackageOperation operation)
        {
            Native.Store.Kept.SetText(Entry + id, operation.Write());
        }
    }
}
