namespace UnityTools.Bridge
{
    /// <summary>`compilation/last`: the messages of the last script compilation.</summary>
    internal sealed class CompilationFunctions
    {
        internal void AddTo(Functions functions)
        {
            functions.Add("compilation/last", Last);
        }

        private static void Last(CallJob asked, JsonWriter value)
        {
            value.Object().Name("reply").Text("compilation").Name("value").Object().Name("last");
            Compilations.Write(value);
            value.EndObject().EndObject();
        }
    }
}
