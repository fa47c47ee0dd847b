/* The contract, as C sees it: records are structs, variants are tag and union, and what is handed over belongs to the
 * host, which frees it through the generated code. */
#include "bundle.h"
#include "json.h"

#include <stdio.h>

#define ECHO "c_echo"
#define SCENES "c_scenes"

typedef exports_unity_tools_tool_tools_tool_result_t result_t;
typedef exports_unity_tools_tool_tools_error_t failure_t;

static bool is(const bundle_string_t *text, const char *literal) {
  return text->len == strlen(literal) && !memcmp(text->ptr, literal, text->len);
}

static bundle_string_t owned(text_t text) { return (bundle_string_t){(uint8_t *)text.ptr, text.len}; }

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
  cursor_t value;
  text_t text = {0};
  if (!find((const char *)call->arguments.ptr, call->arguments.len, "text", &value) || !read_text(&value, &text)) {
    free(text.ptr);
    fail(failure, UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_INVALID_ARGUMENT, "text is missing or no text", "give text");
    return false;
  }
  text_t structured = {0};
  put_text(&structured, "{\"text\":");
  put_quoted(&structured, text.ptr, text.len);
  put_text(&structured, "}");
  result->structured.is_some = true;
  result->structured.val = owned(structured);
  result->content.len = 1;
  result->content.ptr = calloc(1, sizeof *result->content.ptr);
  if (!result->content.ptr) abort();
  result->content.ptr->tag = UNITY_TOOLS_TOOL_TYPES_CONTENT_TEXT;
  result->content.ptr->val.text = owned(text);
  return true;
}

static bool scenes(const exports_unity_tools_tool_tools_call_t *call, result_t *result, failure_t *failure) {
  bundle_string_t line;
  bundle_string_set(&line, "listing scenes");
  unity_tools_host_log_write(UNITY_TOOLS_HOST_LOG_LEVEL_INFO, NULL, &line);

  unity_tools_unity_scenes_page_request_t page = {.limit = 100};
  cursor_t value;
  if (find((const char *)call->arguments.ptr, call->arguments.len, "limit", &value) && !read_number(value, &page.limit)) {
    fail(failure, UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_INVALID_ARGUMENT, "limit is no whole number", "give 1 to 500");
    return false;
  }
  unity_tools_unity_scenes_scene_filter_t filter = {0};
  unity_tools_unity_scenes_tuple2_list_scene_page_info_t found;
  /* Unity's error has the form of the tool's own. */
  if (!unity_tools_unity_scenes_list_scenes(&filter, &page, &found, failure)) return false;
  text_t structured = {0};
  char number[32];
  put_text(&structured, "{\"total\":");
  put(&structured, number, (size_t)snprintf(number, sizeof number, "%u", (unsigned)found.f1.total));
  put_text(&structured, ",\"names\":[");
  for (size_t i = 0; i < found.f0.len; i++) {
    if (i) put_text(&structured, ",");
    put_quoted(&structured, (const char *)found.f0.ptr[i].name.ptr, found.f0.ptr[i].name.len);
  }
  put_text(&structured, "]}");
  unity_tools_unity_scenes_tuple2_list_scene_page_info_free(&found);
  result->structured.is_some = true;
  result->structured.val = owned(structured);
  return true;
}

bool exports_unity_tools_tool_tools_call_tool(exports_unity_tools_tool_tools_call_t *call, result_t *result, failure_t *failure) {
  memset(result, 0, sizeof *result);
  if (is(&call->name, ECHO)) return echo(call, result, failure);
  if (is(&call->name, SCENES)) return scenes(call, result, failure);
  fail(failure, UNITY_TOOLS_SHARED_TYPES_ERROR_KIND_NOT_FOUND, "this bundle has no such tool", "call " ECHO " or " SCENES);
  return false;
}
