/* Writes JSON, member by member. The first invalid value is recorded, and reported at the end of the call. */
#include "ut_json.h"
#include <stdio.h>
#include <string.h>

static void put(ut_json *out, const char *bytes, size_t len) {
  if (!len) return;
  if (len > out->room - out->len) {
    if (len > SIZE_MAX / 2 - out->len) ut_panic("an answer of more than half of the memory");
    size_t room = (out->len + len) * 2;
    char *more = ut_alloc(room, 1);
    if (out->len) memcpy(more, out->ptr, out->len);
    out->ptr = more, out->room = room;
  }
  memcpy(out->ptr + out->len, bytes, len);
  out->len += len;
}

/* The length of the valid UTF-8 sequence here; 0 if it is invalid. */
static size_t valid(const uint8_t *at, size_t len) {
  size_t count = at[0] < 0x80 ? 1 : at[0] >= 0xC2 && at[0] < 0xE0 ? 2 : (at[0] & 0xF0) == 0xE0 ? 3 : at[0] >= 0xF0 && at[0] < 0xF5 ? 4 : 0;
  if (count > len) return 0;
  for (size_t i = 1; i < count; i++)
    if ((at[i] & 0xC0) != 0x80) return 0;
  /* Overlong, a surrogate, or beyond the last code point. */
  if (count == 3 && ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0))) return 0;
  if (count == 4 && ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90))) return 0;
  return count;
}

ut_text ut_utf8(ut_text text) {
  ut_json out = {0};
  for (size_t i = 0; i < text.len;) {
    size_t count = valid(text.ptr + i, text.len - i);
    if (count) put(&out, (const char *)text.ptr + i, count);
    else put(&out, "\xEF\xBF\xBD", 3);
    i += count ? count : 1;
  }
  return (ut_text){(uint8_t *)out.ptr, out.len};
}

static void quoted(ut_json *out, ut_text text) {
  static const char hex[] = "0123456789abcdef";
  put(out, "\"", 1);
  for (size_t i = 0; i < text.len;) {
    uint8_t c = text.ptr[i];
    size_t count = valid(text.ptr + i, text.len - i);
    if (c == '"' || c == '\\') {
      put(out, (char[]){'\\', (char)c}, 2);
    } else if (c < 0x20) {
      put(out, (char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
    } else if (count) {
      put(out, (const char *)text.ptr + i, count);
    } else {
      put(out, "\xEF\xBF\xBD", 3);
    }
    i += count ? count : 1;
  }
  put(out, "\"", 1);
}

static void wrong(ut_json *out, const char *what) {
  if (!out->wrong) out->wrong = what;
}

/* Writes the separator before a value. False if no value is allowed here. */
static bool begin(ut_json *out, const char *key) {
  if (out->wrong) return false;
  bool in_object = out->depth && out->open[out->depth - 1] == '{';
  if (in_object != (key != NULL)) {
    wrong(out, in_object ? "a member of an object without a key" : "a key where no object is open");
    return false;
  }
  if (!out->depth && out->len) {
    wrong(out, "two values where one may stand");
    return false;
  }
  if (out->behind_another) put(out, ",", 1);
  if (key) {
    quoted(out, (ut_text){(uint8_t *)key, strlen(key)});
    put(out, ":", 1);
  }
  out->behind_another = true;
  return true;
}

static void nested(ut_json *out, const char *key, char bracket) {
  if (!begin(out, key)) return;
  if (out->depth == UT_DEPTH) {
    wrong(out, "more than 32 objects and arrays in one another");
    return;
  }
  put(out, &bracket, 1);
  out->open[out->depth++] = bracket;
  out->behind_another = false;
}

void ut_begin_object(ut_json *out, const char *key) { nested(out, key, '{'); }

void ut_begin_array(ut_json *out, const char *key) { nested(out, key, '['); }

void ut_end(ut_json *out) {
  if (out->wrong) return;
  if (!out->depth) {
    wrong(out, "`ut_end` without an open object or array");
    return;
  }
  put(out, out->open[--out->depth] == '{' ? "}" : "]", 1);
  out->behind_another = true;
}

void ut_put_string(ut_json *out, const char *key, ut_text text) {
  if (begin(out, key)) quoted(out, text);
}

void ut_put_json(ut_json *out, const char *key, ut_text json) {
  if (begin(out, key)) put(out, (const char *)json.ptr, json.len);
}

void ut_put_members(ut_json *out, ut_text members) {
  if (out->wrong || !members.len) return;
  if (out->behind_another) put(out, ",", 1);
  put(out, (const char *)members.ptr, members.len);
  out->behind_another = true;
}

void ut_put_integer(ut_json *out, const char *key, int64_t number) {
  char text[24];
  int len = snprintf(text, sizeof text, "%lld", (long long)number);
  if (begin(out, key)) put(out, text, (size_t)len);
}

void ut_put_number(ut_json *out, const char *key, double number) {
  char text[40];
  if (number - number != 0) {
    wrong(out, "a number that is infinite or none");
    return;
  }
  int len = snprintf(text, sizeof text, "%.17g", number);
  if (begin(out, key)) put(out, text, (size_t)len);
}

void ut_put_boolean(ut_json *out, const char *key, bool truth) { ut_put_json(out, key, truth ? UT_TEXT("true") : UT_TEXT("false")); }

void ut_put_null(ut_json *out, const char *key) { ut_put_json(out, key, UT_TEXT("null")); }
