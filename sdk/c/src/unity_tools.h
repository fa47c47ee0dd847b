/* Write tools for the Unity tool host in C. `ut_tools` declares the tools of the bundle. A tool gets valid arguments, and answers
 * with `ut_put_…` or fails with `ut_fail`.
 *
 * Nothing has to be freed: each call has its own memory, which is released when the call ends. Texts have a length and no 0 at
 * the end. Reading never exceeds their bounds. A request that cannot be fulfilled ends the call with a message.
 *
 * Belongs here: the API for tools. Does not: JSON (`ut_json.h`); imports, which `bundle.h` declares for `wit/world.wit`. */
#ifndef UNITY_TOOLS_H
#define UNITY_TOOLS_H

#include "bundle.h"
#include "ut_json.h"

/* Maximum arguments of a tool, and maximum members of its answer. */
#define UT_FIELDS 16
/* Maximum examples of a tool. */
#define UT_EXAMPLES 4

/* The kind of a failure; `wit/deps/unity-tools-shared@0.3.0/types.wit` defines when to use each. */
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

/* The effect of a tool; the host enforces it. */
typedef enum {
  UT_READ = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_READ,
  UT_WRITE = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_WRITE,
  UT_WRITE_UNCONFIRMED = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_WRITE_UNCONFIRMED,
  UT_DESTRUCTIVE = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_DESTRUCTIVE,
  UT_CODE = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_CODE,
  UT_CONFIG = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_CONFIG,
} ut_effect;

/* An argument, or a member of an answer. It is required unless it is `optional` or has an `otherwise`. */
typedef struct {
  const char *name;
  ut_type type;
  const char *description;
  bool optional;
  const char *otherwise; /* its default value, as JSON */
  double min, max;       /* of a number, or of the length of a text or an array; ignored unless `max` is more than `min` */
  ut_type items;         /* the item type of a UT_ARRAY */
  const char *words;     /* further keywords of its JSON Schema, such as "\"enum\": [\"a\", \"b\"]" */
} ut_field;

typedef struct ut_call ut_call;

typedef struct {
  const char *name, *title;
  const char *description; /* from which a model chooses it */
  const char *category, *notes;
  const char *examples[UT_EXAMPLES]; /* JSON objects of arguments */
  ut_effect effect;
  ut_field arguments[UT_FIELDS];
  ut_field answer[UT_FIELDS]; /* if empty, the answer's schema is not listed */
  const char *needs[UT_EXAMPLES];
  const char *dry_run; /* the UT_BOOLEAN argument that makes it only report its changes */
  /* True with an answer; false after `ut_fail`, or if an import filled `call->failure`. */
  bool (*run)(ut_call *call);
} ut_tool;

/* The bundle's tools, terminated by `{0}`. Each bundle defines this. */
extern const ut_tool ut_tools[];

/* One call. */
struct ut_call {
  /* The error of an import: pass `&call->failure`. It is returned unchanged. */
  unity_tools_shared_types_error_t failure;
  /* The answer, an object that is already open. */
  ut_json answer;
  const ut_tool *tool;
  ut_value given[UT_FIELDS];
  bool failed; /* set by `ut_fail`: there is no answer then, whatever `run` returns */
};

/* Arguments by name, as declared. Null counts as absent; check `ut_has` before you read an optional argument. */
bool ut_has(const ut_call *call, const char *name);
ut_text ut_string(const ut_call *call, const char *name);
int64_t ut_integer(const ut_call *call, const char *name);
double ut_number(const ut_call *call, const char *name);
bool ut_boolean(const ut_call *call, const char *name);
/* An array or an object, for `ut_next` and `ut_get`. */
ut_value ut_given(const ut_call *call, const char *name);

/* Fails with a message in printf format, and a hint (or NULL). Always returns false. */
bool ut_fail(ut_call *call, ut_kind kind, const char *hint, const char *format, ...) UT_PRINTF(4, 5);

/* Writes to the logs of the client and the host. */
void ut_debug(const char *format, ...) UT_PRINTF(1, 2);
void ut_info(const char *format, ...) UT_PRINTF(1, 2);
void ut_warning(const char *format, ...) UT_PRINTF(1, 2);
/* Reports progress; `total` is 0 if unknown, `message` may be NULL. */
void ut_progress(double done, double total, const char *message);

/* For imports: a text that is present. */
bundle_option_string_t ut_some(ut_text text);

#endif
