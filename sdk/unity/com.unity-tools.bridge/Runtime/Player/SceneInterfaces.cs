namespace UnityTools.Bridge
{
    /// <summary>The functions for loaded scenes that a player and an editor serve alike, and what differs between both.</summary>
    internal sealed class SceneInterfaces
    {
        internal ObjectTable Objects { get; set; }

        internal SceneTable Scenes { get; set; }

        internal SceneFiles Files { get; set; }

        internal ProjectFacts Facts { get; set; }

        internal PrefabFiles Prefabs { get; set; }

        internal SceneWriter Writer { get; set; }

        internal EditJournal Journal { get; set; }

        /// <returns>How other functions write to the same journal.</returns>
        internal SingleEdits AddTo(Functions functions, Clock clock)
        {
            SingleEdits edits = new SingleEdits(Journal, Objects, clock, Writer);
            new ProjectFunctions(Scenes, Journal, Facts).AddTo(functions);
            new SceneFunctions(Scenes, Files).AddTo(functions);
            new ObjectFunctions(Objects, Scenes).AddTo(functions);
            new ObjectEdits(Objects, Scenes, edits).AddTo(functions);
            new ComponentFunctions(Objects, edits).AddTo(functions);
            new MemberFunctions(Objects, edits).AddTo(functions);
            new ValueFunctions(Objects).AddTo(functions);
            new QueryFunctions(Objects, Scenes, clock).AddTo(functions);
            new EditFunctions(Journal, Objects, Scenes, clock, Writer, Prefabs).AddTo(functions);
            new CameraFunctions(Objects).AddTo(functions);
            return edits;
        }
    }
}
