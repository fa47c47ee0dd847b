using System;
using System.IO;
using System.Runtime.InteropServices;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Finds symbolic links and junctions.</summary>
    internal static class FileLink
    {
        /// <summary>
        /// The bit that Windows sets in the tag of links. Other tags are those of normal files, such as the files that
        /// OneDrive keeps in the cloud.
        /// </summary>
        private const uint IsNameOfAnother = 0x20000000;

        /// <summary>Size of the result of a search in Windows (WIN32_FIND_DATAW), and the place of the tag in it.</summary>
        private const int FoundBytes = 592;
        private const int TagAt = 36;

        private static readonly bool IsWindows = Application.platform == RuntimePlatform.WindowsEditor;

        /// <summary>Whether a file or folder is a link, also one whose target is gone. False if there is nothing.</summary>
        internal static bool Is(string path)
        {
            try
            {
                bool isReparsed = (File.GetAttributes(path) & FileAttributes.ReparsePoint) != 0;
                return isReparsed && (!IsWindows || (Tag(path) & IsNameOfAnother) != 0);
            }
            catch (FileNotFoundException)
            {
                return false;
            }
            catch (DirectoryNotFoundException)
            {
                return false;
            }
        }

        /// <summary>The tag of a reparse point; that of a link if it cannot be read.</summary>
        private static uint Tag(string path)
        {
            byte[] found = new byte[FoundBytes];
            IntPtr search = FindFirstFile(path, found);
            if (search == new IntPtr(-1))
            {
                return IsNameOfAnother;
            }
            FindClose(search);
            return BitConverter.ToUInt32(found, TagAt);
        }

        [DllImport("kernel32", EntryPoint = "FindFirstFileW", CharSet = CharSet.Unicode, ExactSpelling = true)]
        private static extern IntPtr FindFirstFile(string path, [Out] byte[] found);

        [DllImport("kernel32", ExactSpelling = true)]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static extern bool FindClose(IntPtr search);
    }
}
