using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The selection of the editor's windows. Selected assets are not in it.</summary>
    internal sealed class EditorSelection : SelectedObjects
    {
        internal override List<GameObject> Get()
        {
            List<GameObject> selected = new List<GameObject>();
            GameObject active = Selection.activeGameObject;
            if (active != null && active.scene.IsValid())
            {
                selected.Add(active);
            }
            foreach (Object one in Selection.objects)
            {
                GameObject found = one as GameObject;
                if (found != null && found.scene.IsValid() && !selected.Contains(found))
                {
                    selected.Add(found);
                }
            }
            return selected;
        }

        internal override bool Set(List<GameObject> chosen)
        {
            if (chosen.Count > 0)
            {
                Selection.activeGameObject = chosen[0];
            }
            Selection.objects = chosen.ConvertAll(one => (Object)one).ToArray();
            return false;
        }
    }
}
