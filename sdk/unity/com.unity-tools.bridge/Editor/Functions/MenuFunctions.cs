using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>`editor-run/execute-menu-item`.</summary>
    internal sealed class MenuFunctions
    {
        internal void AddTo(Functions functions)
        {
            functions.Add("editor-run/execute-menu-item", Execute);
        }

        private static void Execute(CallJob asked, JsonWriter value)
        {
            string path = new Arguments(asked).Text("path");
            if (!EditorApplication.ExecuteMenuItem(path))
            {
                throw new Failure("not-found", "Unity executes no menu item \"" + path + "\": there is none with that path, or it is disabled now")
                {
                    Hint = "write the path as in the menu, such as GameObject/Create Empty"
                };
            }
            Paged.Done(value);
        }
    }
}
