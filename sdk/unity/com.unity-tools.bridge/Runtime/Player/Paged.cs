using System;
using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// One page of a list, as the contract defines it. It ends early if the items take too many bytes, but contains at
    /// least one.
    /// </summary>
    internal static class Paged
    {
        internal static void Write<T>(JsonWriter value, string reply, Arguments page, IList<T> all, Action<T, JsonWriter> write)
        {
            int offset = page.Whole("offset");
            int limit = page.Whole("limit");
            int bytes = page.Whole("max-bytes");
            value.Object().Name("reply").Text(reply).Name("value").Object();
            value.Name("total").Whole((long)all.Count).Name("items").List();
            int at = offset;
            for (int count = 0; at < all.Count && count < limit; at++, count++)
            {
                JsonWriter item = new JsonWriter();
                write(all[at], item);
                string text = item.ToString();
                bytes -= Encoding.UTF8.GetByteCount(text) + 1;
                if (bytes < 0 && count > 0)
                {
                    break;
                }
                value.Raw(text);
            }
            value.EndList().Name("next-offset");
            if (at < all.Count)
            {
                value.Count(at);
            }
            else
            {
                value.Null();
            }
            value.Name("next-cursor").Null().EndObject().EndObject();
        }

        /// <summary>A reply without a value.</summary>
        internal static void Done(JsonWriter value)
        {
            value.Object().Name("reply").Text("done").EndObject();
        }
    }
}
