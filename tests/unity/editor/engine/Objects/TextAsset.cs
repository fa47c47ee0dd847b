using System.Text;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>A text file of the project.</summary>
    // Follows Runtime/Export/Scripting/TextAsset.cs: members.
    [FileClass(49, "TextAsset")]
    public class TextAsset : Object
    {
        [Stored] internal string m_Name = "";
        [Stored] internal string m_Script = "";

        public TextAsset() : this("")
        {
        }

        public TextAsset(string text)
        {
            m_Script = text ?? "";
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public string text
        {
            get { return m_Script; }
        }

        public byte[] bytes
        {
            get { return Encoding.UTF8.GetBytes(m_Script); }
        }

        public override string ToString()
        {
            return m_Script;
        }
    }
}
