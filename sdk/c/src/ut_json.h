/* JSON in C without a library: values are read in place, within their bounds, and written member by member.
 *
 * Belongs here: texts, memory, reading and writing. Does not: tools (`unity_tools.h`). */
#ifndef UT_JSON_H
#define UT_JSON_H

#include "bundle.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define UT_PRINTF(words, first) __attribute__((format(printf, words, first)))
#else
#define UT_PRINTF(words, first)
#endif

/* UTF-8 with its length; a string in WIT. */
typedef bundle_string_t ut_text;

/* The text of a literal or a character array, whose length the compiler knows. */
#define UT_TEXT(literal) ((ut_text){(uint8_t *)(literal), sizeof(literal) - 1})
/* For printf's `%.*s`. */
#define UT_PRINT(text) (int)(text).len, (const char *)(text).ptr

/* Zeroed memory until the end of the call. Never NULL: if no memory is left, the call ends. */
void *ut_alloc(size_t count, size_t size);
/* A copy of a text that ends with 0. */
ut_text ut_copy(const char *text);
/* A text in printf format. */
ut_text ut_print(const char *format, ...) UT_PRINTF(1, 2);
bool ut_equal(ut_text text, const char *literal);
/* Ends the call with a message for its caller and the host's log. */
_Noreturn void ut_panic(const char *format, ...) UT_PRINTF(1, 2);

typedef enum { UT_ANY, UT_STRING, UT_INTEGER, UT_NUMBER, UT_BOOLEAN, UT_ARRAY, UT_OBJECT } ut_type;

/* A JSON value in place. */
typedef struct {
  const char *at, *end;
} ut_value;

ut_value ut_value_of(ut_text json);
/* Its type; UT_ANY for null and for invalid JSON. A number is an UT_INTEGER if it is written as one. */
ut_type ut_type_of(ut_value value);
/* The member `key` of an object; false if it is absent or null. */
bool ut_get(ut_value object, const char *key, ut_value *member);
/* The next item of an array: `ut_value rest = array; while (ut_next(&rest, &item)) …`. */
bool ut_next(ut_value *rest, ut_value *item);
/* False if it has another type or does not fit. */
bool ut_read_string(ut_value value, ut_text *text);
bool ut_read_integer(ut_value value, int64_t *number);
bool ut_read_number(ut_value value, double *number);
bool ut_read_boolean(ut_value value, bool *truth);

/* Maximum nesting of objects and arrays. */
#define UT_DEPTH 32

/* JSON that is being written. */
typedef struct {
  char *ptr;
  size_t len, room;
  char open[UT_DEPTH];
  size_t depth;
  bool behind_another;
  const char *wrong; /* the first written value that is not valid JSON */
} ut_json;

/* Each writes a member of the innermost open object by its key, or, with a NULL key, an item of the innermost open array. */
void ut_put_string(ut_json *out, const char *key, ut_text text);
void ut_put_integer(ut_json *out, const char *key, int64_t number);
void ut_put_number(ut_json *out, const char *key, double number);
void ut_put_boolean(ut_json *out, const char *key, bool truth);
void ut_put_null(ut_json *out, const char *key);
/* Raw JSON, which is not checked. */
void ut_put_json(ut_json *out, const char *key, ut_text json);
/* Raw members of the innermost open object, which are not checked either. */
void ut_put_members(ut_json *out, ut_text members);
void ut_begin_object(ut_json *out, const char *key);
void ut_begin_array(ut_json *out, const char *key);
/* Ends the innermost object or array. */
void ut_end(ut_json *out);

/* `text` with invalid UTF-8 replaced by U+FFFD. */
ut_text ut_utf8(ut_text text);

#endif
