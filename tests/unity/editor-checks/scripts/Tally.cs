using UnityEngine;

/// <summary>A counter, whose increments are the writes that are counted.</summary>
public class Tally : MonoBehaviour
{
    public int count;

    public int Add(string token)
    {
        count++;
#if UNITY_EDITOR
        if (!Application.isPlaying)
        {
            UnityEditor.SceneManagement.EditorSceneManager.MarkSceneDirty(gameObject.scene);
        }
#endif
        Ledger.Add("add", token, count.ToString());
        return count;
    }
}
