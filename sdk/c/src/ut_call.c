/* One call: validates its arguments, runs the tool, and returns its answer or error. */
#include "unity_tools.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_there(const ut_field *field) { return field->name && *field->name; }

/* The length of a text in characters. */
static double characters(ut_text text) {
  double count = 0;
  for (size_t i = 0; i < text.len; i++) count += (text.ptr[i] & 0xC0) != 0x80;
  return count;
}

static const char *kind_of(ut_type type) {
  static const char *const names[] = {"a value", "a text", "a whole number", "a number", "true or false", "an array", "an object"};
  return names[type];
}

/* The value that the bounds of a field apply to; `size` is unchanged if the value has another type. */
static bool fits(const ut_field *field, ut_value value, double *size) {
  ut_type type = ut_type_of(value);
  ut_text text;
  int64_t whole;
  switch (field->type) {
  case UT_STRING:
    if (!ut_read_string(value, &text)) return false;
    *size = characters(text);
    return true;
  case UT_INTEGER:
    if (!ut_read_integer(value, &whole)) return false;
    *size = (double)whole;
    return true;
  case UT_NUMBER: return ut_read_number(value, size);
  case UT_ARRAY:
    if (type != UT_ARRAY) return false;
    *size = 0;
    for (ut_value rest = value, item; ut_next(&rest, &item);) *size += 1;
    return true;
  default: return field->type == UT_ANY || type == field->type;
  }
}

/* The host validates them as well, but tests have no host. */
static bool take(ut_call *call, ut_value arguments) {
  for (size_t i = 0; i < UT_FIELDS && is_there(&call->tool->arguments[i]); i++) {
    const ut_field *field = &call->tool->arguments[i];
    ut_value *value = &call->given[i];
    if (!ut_get(arguments, field->name, value)) {
      *value = ut_value_of(field->otherwise ? ut_copy(field->otherwise) : UT_TEXT(""));
      if (field->otherwise || field->optional) continue;
      return ut_fail(call, UT_INVALID_ARGUMENT, field->description, "`%s` is missing", field->name);
    }
    double size = field->min;
    if (!fits(field, *value, &size))
      return ut_fail(call, UT_INVALID_ARGUMENT, field->description, "`%s` is %.*s; expected %s", field->name,
                     (int)(value->end - value->at > 100 ? 100 : value->end - value->at), value->at, kind_of(field->type));
    if (field->max > field->min && (size < field->min || size > field->max))
      return ut_fail(call, UT_INVALID_ARGUMENT, field->description, "`%s` %s %g; expected %g to %g", field->name,
                     field->type == UT_INTEGER || field->type == UT_NUMBER ? "is" : "has the length", size, field->min, field->max);
  }
  return true;
}

static const ut_value *given(const ut_call *call, const char *name, ut_type type) {
  for (size_t i = 0; i < UT_FIELDS && is_there(&call->tool->arguments[i]); i++) {
    const ut_field *field = &call->tool->arguments[i];
    if (strcmp(field->name, name)) continue;
    if (type != UT_ANY && field->type != type) ut_panic("%s asks for `%s` as %s; it declares %s", call->tool->name, name, kind_of(type), kind_of(field->type));
    const ut_value *value = &call->given[i];
    if (type != UT_ANY && value->at >= value->end) ut_panic("%s asks for `%s`, which is absent; ask `ut_has` first, or give it an `.otherwise`", call->tool->name, name);
    return &call->given[i];
  }
  ut_panic("%s asks for an argument `%s`, which it does not declare", call->tool->name, name);
}

bool ut_has(const ut_call *call, const char *name) {
  const ut_value *value = given(call, name, UT_ANY);
  return value->at < value->end;
}

ut_text ut_string(const ut_call *call, const char *name) {
  ut_text text = UT_TEXT("");
  ut_read_string(*given(call, name, UT_STRING), &text);
  return text;
}

int64_t ut_integer(const ut_call *call, const char *name) {
  int64_t number = 0;
  ut_read_integer(*given(call, name, UT_INTEGER), &number);
  return number;
}

double ut_number(const ut_call *call, const char *name) {
  double number = 0;
  ut_read_number(*given(call, name, UT_NUMBER), &number);
  return number;
}

bool ut_boolean(const ut_call *call, const char *name) {
  bool truth = false;
  return ut_read_boolean(*given(call, name, UT_BOOLEAN), &truth) && truth;
}

ut_value ut_given(const ut_call *call, const char *name) { return *given(call, name, UT_ANY); }

static ut_text printed(const char *format, va_list words) {
  va_list again;
  va_copy(again, words);
  int len = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (len < 0) ut_panic("`%s` cannot be printed", format);
  char *text = ut_alloc((size_t)len + 1, 1);
  vsnprintf(text, (size_t)len + 1, format, words);
  return ut_utf8((ut_text){(uint8_t *)text, (size_t)len});
}

ut_text ut_print(const char *format, ...) {
  va_list words;
  va_start(words, format);
  ut_text text = printed(format, words);
  va_end(words);
  return text;
}

bool ut_fail(ut_call *call, ut_kind kind, const char *hint, const char *format, ...) {
  va_list words;
  va_start(words, format);
  call->failure = (unity_tools_shared_types_error_t){0};
  call->failure.kind.tag = (uint8_t)kind;
  call->failure.message = printed(format, words);
  if (hint) call->failure.hint = ut_some(ut_copy(hint));
  va_end(words);
  call->failed = true;
  return false;
}

static void tell(uint8_t level, const char *format, va_list words) {
  ut_text text = printed(format, words);
  unity_tools_host_log_write(level, NULL, &text);
}

#define TELLS(name, level)                      \
  void name(const char *format, ...) {          \
    va_list words;                              \
    va_start(words, format);                    \
    tell(level, format, words);                 \
    va_end(words);                              \
  }

TELLS(ut_debug, UNITY_TOOLS_HOST_LOG_LEVEL_DEBUG)
TELLS(ut_info, UNITY_TOOLS_HOST_LOG_LEVEL_INFO)
TELLS(ut_warning, UNITY_TOOLS_HOST_LOG_LEVEL_WARNING)

void ut_progress(double done, double total, const char *message) {
  ut_text text = ut_copy(message ? message : "");
  unity_tools_host_progress_report(done, total > 0 ? &total : NULL, message ? &text : NULL);
}

bundle_option_string_t ut_some(ut_text text) { return (bundle_option_string_t){true, text}; }

static bool run(ut_call *call, ut_text arguments) {
  if (!take(call, ut_value_of(arguments))) return false;
  ut_begin_object(&call->answer, NULL);
  if (!call->tool->run) return ut_fail(call, UT_INTERNAL, "give it a `.run`", "%s has no `.run`", call->tool->name);
  bool done = call->tool->run(call);
  /* The last printed line may lack its line end. */
  fflush(NULL);
  if (!done) {
    if (!call->failure.message.len) ut_fail(call, UT_INTERNAL, "return false only after `ut_fail` or a failed import", "%s failed and does not say why", call->tool->name);
    return false;
  }
  if (call->failed) return false;
  ut_end(&call->answer);
  if (!call->answer.wrong && call->answer.depth) call->answer.wrong = "an object or array that no `ut_end` ends";
  if (call->answer.wrong) return ut_fail(call, UT_INTERNAL, NULL, "the answer of %s is no JSON: %s", call->tool->name, call->answer.wrong);
  return true;
}

bool exports_unity_tools_tool_tools_call_tool(exports_unity_tools_tool_tools_call_t *asked, exports_unity_tools_tool_tools_tool_result_t *result, exports_unity_tools_tool_tools_error_t *failure) {
  ut_call call = {0};
  for (const ut_tool *tool = ut_tools; tool->name && !call.tool; tool++)
    if (ut_equal(asked->name, tool->name)) call.tool = tool;
  bool done = call.tool ? run(&call, asked->arguments)
                        : ut_fail(&call, UT_NOT_FOUND, "call one that it lists", "this bundle has no tool %.*s", UT_PRINT(asked->name));
  *failure = call.failure;
  *result = (exports_unity_tools_tool_tools_tool_result_t){0};
  if (done) result->structured = ut_some((ut_text){(uint8_t *)call.answer.ptr, call.answer.len});
  return done;
}
