/* The listing of the bundle: schemas are generated from the declarations. */
#include "unity_tools.h"
#include <string.h>

static const char *const TYPES[] = {NULL, "string", "integer", "number", "boolean", "array", "object"};

static ut_text text_of(const char *text) { return ut_copy(text ? text : ""); }

static bundle_option_string_t maybe(const char *text) {
  return text ? ut_some(ut_copy(text)) : (bundle_option_string_t){0};
}

static void bound(ut_json *out, ut_type type, const char *word, double value) {
  static const char *const words[][2] = {{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}};
  size_t which = type == UT_STRING ? 1 : type == UT_ARRAY ? 2 : 0;
  const char *key = words[which][!strcmp(word, "max")];
  if (type == UT_NUMBER) ut_put_number(out, key, value);
  else ut_put_integer(out, key, (int64_t)value);
}

static void member(ut_json *out, const ut_field *field) {
  ut_begin_object(out, field->name);
  if (TYPES[field->type]) ut_put_string(out, "type", text_of(TYPES[field->type]));
  if (field->description) ut_put_string(out, "description", text_of(field->description));
  if (field->otherwise) ut_put_json(out, "default", text_of(field->otherwise));
  if (field->max > field->min) {
    bound(out, field->type, "min", field->min);
    bound(out, field->type, "max", field->max);
  }
  if (field->type == UT_ARRAY && TYPES[field->items]) {
    ut_begin_object(out, "items");
    ut_put_string(out, "type", text_of(TYPES[field->items]));
    ut_end(out);
  }
  if (field->words) ut_put_members(out, text_of(field->words));
  ut_end(out);
}

static ut_text schema(const ut_field *fields) {
  ut_json out = {0};
  ut_begin_object(&out, NULL);
  ut_put_string(&out, "type", UT_TEXT("object"));
  ut_begin_object(&out, "properties");
  for (size_t i = 0; i < UT_FIELDS && fields[i].name; i++) member(&out, &fields[i]);
  ut_end(&out);
  ut_begin_array(&out, "required");
  for (size_t i = 0; i < UT_FIELDS && fields[i].name; i++)
    if (!fields[i].optional && !fields[i].otherwise) ut_put_string(&out, NULL, text_of(fields[i].name));
  ut_end(&out);
  ut_put_boolean(&out, "additionalProperties", false);
  ut_end(&out);
  if (out.wrong) ut_panic("a schema is no JSON: %s", out.wrong);
  return (ut_text){(uint8_t *)out.ptr, out.len};
}

static bundle_list_string_t texts(const char *const *all) {
  size_t count = 0;
  while (count < UT_EXAMPLES && all[count]) count++;
  bundle_list_string_t list = {ut_alloc(count ? count : 1, sizeof(bundle_string_t)), count};
  for (size_t i = 0; i < count; i++) list.ptr[i] = text_of(all[i]);
  return list;
}

void exports_unity_tools_tool_listing_list_tools(exports_unity_tools_tool_listing_list_tool_t *listed) {
  size_t count = 0;
  while (ut_tools[count].name) count++;
  listed->len = count;
  listed->ptr = ut_alloc(count ? count : 1, sizeof *listed->ptr);
  for (size_t i = 0; i < count; i++) {
    const ut_tool *tool = &ut_tools[i];
    exports_unity_tools_tool_listing_tool_t *to = &listed->ptr[i];
    if (!tool->run) ut_panic("tool %s has no `.run`", tool->name);
    to->name = text_of(tool->name);
    to->title = maybe(tool->title);
    to->description = text_of(tool->description);
    to->category = text_of(tool->category ? tool->category : "general");
    to->tier = text_of("core");
    to->notes = maybe(tool->notes);
    to->examples = texts(tool->examples);
    to->effect.tag = (uint8_t)tool->effect;
    to->input_schema = schema(tool->arguments);
    if (tool->answer[0].name) to->output_schema = ut_some(schema(tool->answer));
    to->needs = texts(tool->needs);
    to->dry_run = maybe(tool->dry_run);
  }
}

void exports_unity_tools_tool_listing_list_resources(exports_unity_tools_tool_listing_list_resource_info_t *listed) { *listed = (exports_unity_tools_tool_listing_list_resource_info_t){0}; }

void exports_unity_tools_tool_listing_list_prompts(exports_unity_tools_tool_listing_list_prompt_t *listed) { *listed = (exports_unity_tools_tool_listing_list_prompt_t){0}; }
