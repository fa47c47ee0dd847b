/* JSON in C without a library: values are read where they lie, within their bounds, and written by members.
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

/* UTF-8 with its length; what WIT calls a string. */
typedef bundle_string_t ut_text;

/* The text of a literal or an array of characters: its length is known to the compiler. */
#define UT_TEXT(literal) ((ut_text){(uint8_t *)(literal), sizeof(literal) - 1})
/* For printf's `%.*s`. */
#define UT_PRINT(text) (int)(text).len, (const char *)(text).ptr

/* Memory until the end of the call, all 0. Never NULL: without room the call ends. */
void *ut_alloc(size_t count, size_t size);
/* A copy of a text that ends with 0. */
ut_text ut_copy(const char *text);
/* As printf writes it. */
ut_text ut_print(const char *format, ...) UT_PRINTF(1, 2);
bool ut_equal(ut_text text, const char *literal);
/* Ends the call with a message, which its caller and the host's log get. */
_Noreturn void ut_panic(const char *format, ...) UT_PRINTF(1, 2);

typedef enum { UT_ANY, UT_STRING, UT_INTEGER, UT_NUMBER, UT_BOOLEAN, UT_ARRAY, UT_OBJECT } ut_type;

/* A JSON value where it lies. */
typedef struct {
  const char *at, *end;
} ut_value;

ut_value ut_value_of(ut_text json);
/* Of what kind it is; UT_ANY for null and for what is none. A number is an UT_INTEGER where it is written as one. */
ut_type ut_type_of(ut_value value);
/* The member `key` of an object; false where it is absent or null. */
bool ut_get(ut_value object, const char *key, ut_value *member);
/* The next item of an array: `ut_value rest = array; while (ut_next(&rest, &item)) …`. */
bool ut_next(ut_value *rest, ut_value *item);
/* False where it is of another kind or does not fit. */
bool ut_read_string(ut_value value, ut_text *text);
bool ut_read_integer(ut_value value, int64_t *number);
bool ut_read_number(ut_value value, double *number);
bool ut_read_boolean(ut_value value, bool *truth);

/* Objects and arrays in one another, at most. */
#define UT_DEPTH 32

/* JSON as it is written. */
typedef struct {
  char *ptr;
  size_t len, room;
  char open[UT_DEPTH];
  size_t depth;
  bool behind_another;
  const char *wrong; /* what was written that is no JSON; the first of it */
} ut_json;

/* Each writes a member of the innermost open object by its key, or an item of the innermost open array, whose key is NULL. */
void ut_put_string(ut_json *out, const char *key, ut_text text);
void ut_put_integer(ut_json *out, const char *key, int64_t number);
void ut_put_number(ut_json *out, const char *key, double number);
void ut_put_boolean(ut_json *out, const char *key, bool truth);
void ut_put_null(ut_json *out, const char *key);
/* JSON as it is, which is not looked at. */
void ut_put_json(ut_json *out, const char *key, ut_text json);
/* Whole members of the innermost open object as they are, which are not looked at either. */
void ut_put_members(ut_json *out, ut_text members);
void ut_begin_object(ut_json *out, const char *key);
void ut_begin_array(ut_json *out, const char *key);
/* Ends the innermost object or array. */
void ut_end(ut_json *out);

/* `text` with what is no UTF-8 in it replaced by U+FFFD. */
ut_text ut_utf8(ut_text text);

#endif
