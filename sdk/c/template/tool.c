/* The bundle `my-tools`. */
#include "unity_tools.h"

/* Belongs to the import `unity-tools:unity/objects`, which is a right: `wit/world.wit` names it, and the operator can revoke it. */
typedef unity_tools_unity_objects_object_filter_t filter_t;
typedef unity_tools_unity_objects_page_request_t page_t;
typedef unity_tools_unity_objects_tuple2_list_object_card_page_info_t found_t;

static bool count_objects(ut_call *call) {
  ut_text component = ut_string(call, "component");
  ut_info("looking for objects with a %.*s", UT_PRINT(component));
  filter_t filter = {.component_type = ut_some(component), .order.tag = UNITY_TOOLS_UNITY_OBJECTS_OBJECT_ORDER_HIERARCHY};
  page_t page = {.limit = (uint32_t)ut_integer(call, "limit")};
  found_t found;
  if (!unity_tools_unity_objects_list_objects(&filter, &page, &found, &call->failure)) return false;
  ut_progress(1, 1, "all loaded scenes are read");
  if (found.f0.len == 0)
    return ut_fail(call, UT_NOT_FOUND, "give a component's type, such as Camera or Light", "no object has a %.*s", UT_PRINT(component));
  ut_put_integer(&call->answer, "total", found.f1.total);
  ut_begin_array(&call->answer, "first");
  for (size_t i = 0; i < found.f0.len; i++) ut_put_string(&call->answer, NULL, found.f0.ptr[i].path);
  ut_end(&call->answer);
  return true;
}

const ut_tool ut_tools[] = {
    {
        .name = "count_objects",
        .description = "Counts the objects of the loaded scenes that have a component of one type, and names the first of them.",
        .category = "scene",
        .examples = {"{\"component\": \"Camera\"}"},
        .arguments =
            {
                {"component", UT_STRING, "Component type, full or short name, such as `Camera`.", .min = 1, .max = 200},
                {"limit", UT_INTEGER, "How many to name.", .otherwise = "10", .min = 1, .max = 100},
            },
        .answer =
            {
                {"total", UT_INTEGER, "All objects in the loaded scenes that have the component."},
                {"first", UT_ARRAY, "The paths of the first of them.", .items = UT_STRING},
            },
        .run = count_objects,
    },
    {0},
};
