/* Just enough JSON for a guest without libraries: find a key of an object, read a text or a whole number, write a text.
 * The host has parsed and validated the arguments before; what does not fit is still refused, never guessed. */
#ifndef GUEST_JSON_H
#define GUEST_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A growing text. */
typedef struct {
  char *ptr;
  size_t len, room;
} text_t;

static void put(text_t *out, const char *bytes, size_t len) {
  if (out->len + len > out->room) {
    out->room = (out->len + len) * 2 + 64;
    out->ptr = realloc(out->ptr, out->room);
    if (!out->ptr) abort();
  }
  memcpy(out->ptr + out->len, bytes, len);
  out->len += len;
}

static void put_text(text_t *out, const char *literal) { put(out, literal, strlen(literal)); }

/* Writes a text in quotes, escaped. */
static void put_quoted(text_t *out, const char *bytes, size_t len) {
  static const char hex[] = "0123456789abcdef";
  put(out, "\"", 1);
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c == '"' || c == '\\') {
      char two[2] = {'\\', (char)c};
      put(out, two, 2);
    } else if (c < 0x20) {
      char six[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
      put(out, six, 6);
    } else {
      put(out, bytes + i, 1);
    }
  }
  put(out, "\"", 1);
}

typedef struct {
  const char *at, *end;
} cursor_t;

static void skip_space(cursor_t *in) {
  while (in->at < in->end && strchr(" \t\r\n", *in->at)) in->at++;
}

static int hex4(cursor_t *in) {
  int value = 0;
  for (int i = 0; i < 4; i++, in->at++) {
    if (in->at >= in->end) return -1;
    char c = *in->at;
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

static void put_utf8(text_t *out, uint32_t code) {
  char bytes[4];
  size_t len;
  if (code < 0x80) {
    bytes[0] = (char)code, len = 1;
  } else if (code < 0x800) {
    bytes[0] = (char)(0xC0 | code >> 6), bytes[1] = (char)(0x80 | (code & 63)), len = 2;
  } else if (code < 0x10000) {
    bytes[0] = (char)(0xE0 | code >> 12), bytes[1] = (char)(0x80 | (code >> 6 & 63)), bytes[2] = (char)(0x80 | (code & 63)), len = 3;
  } else {
    bytes[0] = (char)(0xF0 | code >> 18), bytes[1] = (char)(0x80 | (code >> 12 & 63));
    bytes[2] = (char)(0x80 | (code >> 6 & 63)), bytes[3] = (char)(0x80 | (code & 63)), len = 4;
  }
  put(out, bytes, len);
}

/* Reads a text; `out` may be NULL to skip it. */
static bool read_text(cursor_t *in, text_t *out) {
  text_t dropped = {0};
  text_t *to = out ? out : &dropped;
  bool whole = false;
  if (in->at < in->end && *in->at == '"') {
    in->at++;
    while (in->at < in->end) {
      char c = *in->at++;
      if (c == '"') {
        whole = true;
        break;
      }
      if (c != '\\') {
        put(to, &c, 1);
        continue;
      }
      if (in->at >= in->end) break;
      c = *in->at++;
      static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
      const char *known = c ? strchr(from, c) : NULL;
      if (known) {
        put(to, into + (known - from), 1);
      } else if (c == 'u') {
        int code = hex4(in);
        if (code < 0) break;
        if (code >= 0xD800 && code < 0xDC00 && in->end - in->at >= 6 && in->at[0] == '\\' && in->at[1] == 'u') {
          cursor_t ahead = {in->at + 2, in->end};
          int low = hex4(&ahead);
          if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            in->at = ahead.at;
          }
        }
        put_utf8(to, code >= 0xD800 && code < 0xE000 ? 0xFFFD : (uint32_t)code);
      } else {
        break;
      }
    }
  }
  free(dropped.ptr);
  return whole;
}

/* Skips any value. */
static bool skip_value(cursor_t *in) {
  int depth = 0;
  do {
    skip_space(in);
    if (in->at >= in->end) return false;
    if (*in->at == '"') {
      if (!read_text(in, NULL)) return false;
    } else if (*in->at == '{' || *in->at == '[') {
      depth++, in->at++;
    } else if (*in->at == '}' || *in->at == ']') {
      depth--, in->at++;
    } else if (*in->at == ',' || *in->at == ':') {
      if (depth == 0) return false;
      in->at++;
    } else {
      while (in->at < in->end && !strchr(" \t\r\n,:]}", *in->at)) in->at++;
    }
  } while (depth > 0);
  return depth == 0;
}

/* Moves to the value of a key of the object; false where there is none. */
static bool find(const char *json, size_t len, const char *key, cursor_t *value) {
  cursor_t in = {json, json + len};
  skip_space(&in);
  if (in.at >= in.end || *in.at++ != '{') return false;
  for (;;) {
    skip_space(&in);
    if (in.at < in.end && *in.at == ',') {
      in.at++;
      continue;
    }
    text_t name = {0};
    bool named = read_text(&in, &name);
    bool same = named && name.len == strlen(key) && !memcmp(name.ptr, key, name.len);
    free(name.ptr);
    skip_space(&in);
    if (!named || in.at >= in.end || *in.at++ != ':') return false;
    skip_space(&in);
    if (same) {
      *value = in;
      return true;
    }
    if (!skip_value(&in)) return false;
  }
}

/* Reads a whole number of at most nine digits. */
static bool read_number(cursor_t in, uint32_t *number) {
  uint32_t value = 0;
  int digits = 0;
  for (; in.at < in.end && *in.at >= '0' && *in.at <= '9' && digits < 10; in.at++, digits++) value = value * 10 + (uint32_t)(*in.at - '0');
  *number = value;
  return digits > 0 && digits < 10;
}

#endif
