/* Write tools for the Unity tool host in C. `ut_tools` says what the bundle has; a tool gets arguments that fit what it says of
 * them, and answers by `ut_put_…` or fails by `ut_fail`.
 *
 * Nothing is freed: each call has a memory of its own, which goes away with it as a whole. Texts have their length and no 0 at
 * the end; what is read is read within its bounds, and what is asked for and cannot be ends the call with a message.
 *
 * Belongs here: what tools use. Does not: JSON (`ut_json.h`), imports, which `bundle.h` has as `wit/world.wit` names them. */
#ifndef UNITY_TOOLS_H
#define UNITY_TOOLS_H

#include "bundle.h"
#include "ut_json.h"

/* Arguments of a tool, and members of its answer, at most. */
#define UT_FIELDS 16
/* Examples of a tool, at most. */
#define UT_EXAMPLES 4

/* What kind of failure; `wit/deps/unity-tools-shared@0.2.0/types.wit` says when to use which. */
typedef enum {
  UT_INVALID_ARGUMENT = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_INVALID_ARGUMENT,
  UT_NOT_FOUND = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_NOT_FOUND,
  UT_PERMISSION_DENIED = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_PERMISSION_DENIED,
  UT_NOT_READY = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_NOT_READY,
  UT_UNSUPPORTED = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_UNSUPPORTED,
  UT_CONFLICT = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_CONFLICT,
  UT_TOO_LARGE = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_TOO_LARGE,
  UT_BUSY = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_BUSY,
  UT_UNITY = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_UNITY,
  UT_INTERNAL = UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_INTERNAL,
} ut_kind;

/* What a tool may do; the host holds it to that. */
typedef enum {
  UT_READ = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_READ,
  UT_WRITE = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_WRITE,
  UT_WRITE_UNCONFIRMED = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_WRITE_UNCONFIRMED,
  UT_DESTRUCTIVE = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_DESTRUCTIVE,
  UT_CODE = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_CODE,
  UT_CONFIG = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_CONFIG,
} ut_effect;

/* An argument, or a member of an answer. It has to be there unless it is `optional` or has an `otherwise`. */
typedef struct {
  const char *name;
  ut_type type;
  const char *description;
  bool optional;
  const char *otherwise; /* its value where it is absent, as JSON */
  double min, max;       /* of a number, of the length of a text or an array; they hold where `max` is more than `min` */
  ut_type items;         /* what a UT_ARRAY holds */
  const char *words;     /* further words of its JSON Schema, such as "\"enum\": [\"a\", \"b\"]" */
} ut_field;

typedef struct ut_call ut_call;

typedef struct {
  const char *name, *title;
  const char *description; /* by which a model chooses it */
  const char *category, *notes;
  const char *examples[UT_EXAMPLES]; /* JSON objects of arguments */
  ut_effect effect;
  ut_field arguments[UT_FIELDS];
  ut_field answer[UT_FIELDS]; /* none: the answer's schema is not listed */
  const char *needs[UT_EXAMPLES];
  const char *dry_run; /* the UT_BOOLEAN argument with which it only tells what it would do */
  /* True with an answer; false after `ut_fail`, or where an import filled `call->failure`. */
  bool (*run)(ut_call *call);
} ut_tool;

/* The bundle's tools, the last of them `{0}`. Each bundle defines this. */
extern const ut_tool ut_tools[];

/* One call. */
struct ut_call {
  /* What an import writes why it did nothing: pass `&call->failure`. It stays as Unity says it. */
  unity_tools_shared_types_error_t failure;
  /* The answer, an object that is open already. */
  ut_json answer;
  const ut_tool *tool;
  ut_value given[UT_FIELDS];
  bool failed; /* by `ut_fail`: there is no answer then, whatever `run` gives back */
};

/* Arguments by name, as they are declared. What is null is absent; ask `ut_has` before an optional one is read. */
bool ut_has(const ut_call *call, const char *name);
ut_text ut_string(const ut_call *call, const char *name);
int64_t ut_integer(const ut_call *call, const char *name);
double ut_number(const ut_call *call, const char *name);
bool ut_boolean(const ut_call *call, const char *name);
/* An array or an object, to be read by `ut_next` and `ut_get`. */
ut_value ut_given(const ut_call *call, const char *name);

/* Why there is no answer, as printf writes it, and what to do about it (or NULL). Always false. */
bool ut_fail(ut_call *call, ut_kind kind, const char *hint, const char *format, ...) UT_PRINTF(4, 5);

/* To the client's log and the host's. */
void ut_debug(const char *format, ...) UT_PRINTF(1, 2);
void ut_info(const char *format, ...) UT_PRINTF(1, 2);
void ut_warning(const char *format, ...) UT_PRINTF(1, 2);
/* How far the call has come; `total` 0 where nobody knows, `message` may be NULL. */
void ut_progress(double done, double total, const char *message);

/* For imports: a text that is given. */
bundle_option_string_t ut_some(ut_text text);

#endif
