/* The contract, as C sees it: records are structs, variants are tag and union, and what is handed over belongs to the
 * host, which frees it through the generated code. Of the SDK it has JSON and its memory alone. */
#include "bundle.h"
#include "ut_json.h"

#include <stdlib.h>
#include <string.h>

#define ECHO "c_echo"
#define SCENES "c_scenes"

typedef exports_unity_tools_tool_tools_tool_result_t result_t;
typedef exports_unity_tools_tool_tools_error_t failure_t;

static ut_text written(ut_json json) { return (ut_text){(uint8_t *)json.ptr, json.len}; }

static void fail(failure_t *failure, uint8_t kind, const char *message, const char *hint) {
  memset(failure, 0, sizeof *failure);
  failure->kind.tag = kind;
  bundle_string_dup(&failure->message, message);
  if (hint) {
    failure->hint.is_some = true;
    bundle_string_dup(&failure->hint.val, hint);
  }
}

static void describe(exports_unity_tools_tool_listing_tool_t *tool, const char *name, const char *description, const char *input, const char *output) {
  memset(tool, 0, sizeof *tool);
  bundle_string_dup(&tool->name, name);
  bundle_string_dup(&tool->description, description);
  bundle_string_dup(&tool->category, "test");
  bundle_string_dup(&tool->tier, "core");
  tool->effect.tag = EXPORTS_UNITY_TOOLS_TOOL_LISTING_EFFECT_READ;
  tool->annotations.idempotent = (bundle_option_bool_t){true, true};
  bundle_string_dup(&tool->input_schema, input);
  tool->output_schema.is_some = true;
  bundle_string_dup(&tool->output_schema.val, output);
}

void exports_unity_tools_tool_listing_list_tools(exports_unity_tools_tool_listing_list_tool_t *tools) {
  static const char text[] =
      "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"],\"additionalProperties\":false}";
  static const char limit[] =
      "{\"type\":\"object\",\"properties\":{\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":500}},\"additionalProperties\":false}";
  static const char names[] =
      "{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"integer\"},\"names\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}},"
      "\"required\":[\"total\",\"names\"]}";
  tools->len = 2;
  tools->ptr = malloc(tools->len * sizeof *tools->ptr);
  if (!tools->ptr) abort();
  describe(&tools->ptr[0], ECHO, "Gives back the text.", text, text);
  describe(&tools->ptr[1], SCENES, "Lists the names of the scenes.", limit, names);
}

void exports_unity_tools_tool_listing_list_resources(exports_unity_tools_tool_listing_list_resource_info_t *resources) {
  memset(resources, 0, sizeof *resources);
}

void exports_unity_tools_tool_listing_list_prompts(exports_unity_tools_tool_listing_list_prompt_t *prompts) {
  memset(prompts, 0, sizeof *prompts);
}

static bool echo(const exports_unity_tools_tool_tools_call_t *call, result_t *result, failure_t *failure) {
  ut_value value;
  ut_text text;
  if (!ut_get(ut_value_of(call->arguments), "text", &value) || !ut_read_string(value, &text)) {
    fail(failure, UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_INVALID_ARGUMENT, "text is missing or no text", "give text");
    return false;
  }
  ut_json structured = {0};
  ut_begin_object(&structured, NULL);
  ut_put_string(&structured, "text", text);
  ut_end(&structured);
  result->structured.is_some = true;
  result->structured.val = written(structured);
  result->content.len = 1;
  result->content.ptr = ut_alloc(1, sizeof *result->content.ptr);
  result->content.ptr->tag = UNITY_TOOLS_TOOL_TYPES_CONTENT_TEXT;
  result->content.ptr->val.text = text;
  return true;
}

static bool scenes(const exports_unity_tools_tool_tools_call_t *call, result_t *result, failure_t *failure) {
  bundle_string_t line;
  bundle_string_set(&line, "listing scenes");
  unity_tools_host_log_write(UNITY_TOOLS_HOST_LOG_LEVEL_INFO, NULL, &line);

  unity_tools_unity_scenes_page_request_t page = {.limit = 100};
  ut_value value;
  int64_t limit = page.limit;
  if (ut_get(ut_value_of(call->arguments), "limit", &value) && (!ut_read_integer(value, &limit) || limit < 1 || limit > 500)) {
    fail(failure, UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_INVALID_ARGUMENT, "limit is no whole number that fits", "give 1 to 500");
    return false;
  }
  page.limit = (uint32_t)limit;
  unity_tools_unity_scenes_scene_filter_t filter = {0};
  unity_tools_unity_scenes_tuple2_list_scene_page_info_t found;
  /* Unity's error has the form of the tool's own. */
  if (!unity_tools_unity_scenes_list_scenes(&filter, &page, &found, failure)) return false;
  ut_json structured = {0};
  ut_begin_object(&structured, NULL);
  ut_put_integer(&structured, "total", found.f1.total);
  ut_begin_array(&structured, "names");
  for (size_t i = 0; i < found.f0.len; i++) ut_put_string(&structured, NULL, found.f0.ptr[i].name);
  ut_end(&structured);
  ut_end(&structured);
  unity_tools_unity_scenes_tuple2_list_scene_page_info_free(&found);
  result->structured.is_some = true;
  result->structured.val = written(structured);
  return true;
}

bool exports_unity_tools_tool_tools_call_tool(exports_unity_tools_tool_tools_call_t *call, result_t *result, failure_t *failure) {
  memset(result, 0, sizeof *result);
  if (ut_equal(call->name, ECHO)) return echo(call, result, failure);
  if (ut_equal(call->name, SCENES)) return scenes(call, result, failure);
  fail(failure, UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_NOT_FOUND, "this bundle has no such tool", "call " ECHO " or " SCENES);
  return false;
}
