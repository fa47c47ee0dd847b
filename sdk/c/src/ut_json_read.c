/* Reads JSON within its bounds. The host sends valid JSON, but invalid input is still rejected, never guessed. */
#include "ut_json.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is(const ut_value *in, char wanted) { return in->at < in->end && *in->at == wanted; }

static void skip_space(ut_value *in) {
  while (is(in, ' ') || is(in, '\t') || is(in, '\r') || is(in, '\n')) in->at++;
}

/* Whether the value contains nothing else. */
static bool ends(ut_value in) {
  skip_space(&in);
  return in.at >= in.end;
}

static int hex4(ut_value *in) {
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

static size_t utf8(uint8_t *to, uint32_t code) {
  if (code < 0x80) return to[0] = (uint8_t)code, 1;
  if (code < 0x800) return to[0] = (uint8_t)(0xC0 | code >> 6), to[1] = (uint8_t)(0x80 | (code & 63)), 2;
  if (code < 0x10000) {
    to[0] = (uint8_t)(0xE0 | code >> 12), to[1] = (uint8_t)(0x80 | (code >> 6 & 63)), to[2] = (uint8_t)(0x80 | (code & 63));
    return 3;
  }
  to[0] = (uint8_t)(0xF0 | code >> 18), to[1] = (uint8_t)(0x80 | (code >> 12 & 63));
  to[2] = (uint8_t)(0x80 | (code >> 6 & 63)), to[3] = (uint8_t)(0x80 | (code & 63));
  return 4;
}

/* Skips a text; its bytes are copied to `to` unless that is NULL, at most as many as the text has in JSON. */
static bool text(ut_value *in, uint8_t *to, size_t *len) {
  size_t written = 0;
  if (!is(in, '"')) return false;
  in->at++;
  while (in->at < in->end) {
    char c = *in->at++;
    uint8_t bytes[4];
    size_t count = 1;
    if (c == '"') {
      if (len) *len = written;
      return true;
    }
    bytes[0] = (uint8_t)c;
    if (c == '\\') {
      if (in->at >= in->end) return false;
      c = *in->at++;
      static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
      const char *known = c ? strchr(from, c) : NULL;
      if (known) {
        bytes[0] = (uint8_t)into[known - from];
      } else if (c == 'u') {
        int code = hex4(in);
        if (code < 0) return false;
        if (code >= 0xD800 && code < 0xDC00 && in->end - in->at >= 6 && in->at[0] == '\\' && in->at[1] == 'u') {
          ut_value ahead = {in->at + 2, in->end};
          int low = hex4(&ahead);
          if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            in->at = ahead.at;
          }
        }
        /* A lone surrogate has no character. */
        count = utf8(bytes, code >= 0xD800 && code < 0xE000 ? 0xFFFD : (uint32_t)code);
      } else {
        return false;
      }
    }
    if (to) memcpy(to + written, bytes, count);
    written += count;
  }
  return false;
}

static bool literal(ut_value *in, const char *word) {
  size_t len = strlen(word);
  if ((size_t)(in->end - in->at) < len || memcmp(in->at, word, len)) return false;
  in->at += len;
  return true;
}

/* Skips any value. The content of brackets is parsed only as far as needed to find the end. */
static bool skip(ut_value *in) {
  size_t depth = 0;
  do {
    skip_space(in);
    if (in->at >= in->end) return false;
    char c = *in->at;
    if (c == '"') {
      if (!text(in, NULL, NULL)) return false;
    } else if (c == '{' || c == '[') {
      depth++, in->at++;
    } else if (c == '}' || c == ']') {
      if (!depth) return false;
      depth--, in->at++;
    } else if (c == ',' || c == ':') {
      if (!depth) return false;
      in->at++;
    } else {
      const char *start = in->at;
      while (in->at < in->end && *in->at && !strchr(" \t\r\n,:{}[]\"", *in->at)) in->at++;
      if (in->at == start) return false;
    }
  } while (depth > 0);
  return true;
}

ut_value ut_value_of(ut_text json) {
  const char *start = (const char *)json.ptr;
  return start ? (ut_value){start, start + json.len} : (ut_value){"", ""};
}

ut_type ut_type_of(ut_value value) {
  skip_space(&value);
  if (value.at >= value.end) return UT_ANY;
  switch (*value.at) {
  case '"': return UT_STRING;
  case '{': return UT_OBJECT;
  case '[': return UT_ARRAY;
  }
  bool truth;
  double number;
  int64_t whole;
  return ut_read_boolean(value, &truth)    ? UT_BOOLEAN
         : ut_read_integer(value, &whole) ? UT_INTEGER
         : ut_read_number(value, &number) ? UT_NUMBER
                                          : UT_ANY;
}

bool ut_get(ut_value object, const char *key, ut_value *member) {
  ut_value in = object;
  skip_space(&in);
  if (!is(&in, '{')) return false;
  in.at++;
  for (skip_space(&in); !is(&in, '}'); skip_space(&in)) {
    ut_value name = in;
    if (!text(&in, NULL, NULL)) return false;
    name.end = in.at;
    skip_space(&in);
    if (!is(&in, ':')) return false;
    in.at++;
    skip_space(&in);
    ut_value found = in;
    if (!skip(&in)) return false;
    found.end = in.at;
    ut_text read;
    if (ut_read_string(name, &read) && ut_equal(read, key)) {
      ut_value null = found;
      *member = found;
      return !(literal(&null, "null") && ends(null));
    }
    skip_space(&in);
    if (is(&in, ',')) in.at++;
  }
  return false;
}

bool ut_next(ut_value *rest, ut_value *item) {
  skip_space(rest);
  if (!is(rest, '[') && !is(rest, ',')) return false;
  rest->at++;
  skip_space(rest);
  if (is(rest, ']')) return false;
  *item = *rest;
  if (!skip(rest)) return false;
  item->end = rest->at;
  return true;
}

bool ut_read_string(ut_value value, ut_text *read) {
  skip_space(&value);
  if (!is(&value, '"')) return false;
  uint8_t *to = ut_alloc((size_t)(value.end - value.at), 1);
  size_t len;
  if (!text(&value, to, &len) || !ends(value)) return false;
  *read = (ut_text){to, len};
  return true;
}

static bool digits(ut_value *in) {
  const char *start = in->at;
  while (in->at < in->end && *in->at >= '0' && *in->at <= '9') in->at++;
  return in->at > start;
}

/* A number in strict JSON form, copied with an end, because C accepts more forms. */
static bool number(ut_value value, char copy[64]) {
  skip_space(&value);
  ut_value in = value;
  if (is(&in, '-')) in.at++;
  if (is(&in, '0')) in.at++;
  else if (!digits(&in)) return false;
  if (is(&in, '.') && (in.at++, !digits(&in))) return false;
  if (is(&in, 'e') || is(&in, 'E')) {
    in.at++;
    if (is(&in, '+') || is(&in, '-')) in.at++;
    if (!digits(&in)) return false;
  }
  size_t len = (size_t)(in.at - value.at);
  if (len > 63 || !ends(in)) return false;
  memcpy(copy, value.at, len);
  copy[len] = 0;
  return true;
}

bool ut_read_integer(ut_value value, int64_t *read) {
  char copy[64], *end;
  if (!number(value, copy)) return false;
  errno = 0;
  long long whole = strtoll(copy, &end, 10);
  if (*end || errno) return false;
  *read = whole;
  return true;
}

bool ut_read_number(ut_value value, double *read) {
  char copy[64], *end;
  if (!number(value, copy)) return false;
  double found = strtod(copy, &end);
  if (*end || found - found != 0) return false;
  *read = found;
  return true;
}

bool ut_read_boolean(ut_value value, bool *truth) {
  skip_space(&value);
  *truth = literal(&value, "true");
  return (*truth || literal(&value, "false")) && ends(value);
}
