/* The bundle `heavy-objects`: the objects of a scene with the most components. */
#include "unity_tools.h"

#define MOST 100
typedef unity_tools_unity_objects_object_card_t card_t;
typedef unity_tools_unity_objects_object_filter_t filter_t;
typedef unity_tools_unity_objects_tuple2_list_object_card_page_info_t found_t;

/* Puts a card behind those with as many components or more. Cards beyond `limit` are dropped. */
static size_t insert(card_t *heavy, size_t count, size_t limit, card_t card) {
  size_t at = count < limit ? count : limit;
  while (at > 0 && heavy[at - 1].component_count < card.component_count) at--;
  if (at == limit) return count;
  if (count < limit) count++;
  for (size_t i = count - 1; i > at; i--) heavy[i] = heavy[i - 1];
  heavy[at] = card;
  return count;
}

static bool list_heavy_objects(ut_call *call) {
  ut_text name = ut_string(call, "scene");
  unity_tools_unity_scenes_scene_t scene;
  if (!unity_tools_unity_scenes_find(&name, &scene, &call->failure)) return false;
  ut_info("reading %.*s", UT_PRINT(scene.path));
  filter_t filter = {.scene = {true, scene.id}, .order.tag = UNITY_TOOLS_UNITY_OBJECTS_OBJECT_ORDER_HIERARCHY};
  unity_tools_unity_objects_page_request_t page = {.limit = 500};
  found_t found;
  card_t heavy[MOST];
  size_t count = 0, limit = (size_t)ut_integer(call, "limit");
  do {
    if (!unity_tools_unity_objects_list_objects(&filter, &page, &found, &call->failure)) return false;
    for (size_t i = 0; i < found.f0.len; i++) count = insert(heavy, count, limit, found.f0.ptr[i]);
    page.offset = found.f1.next_offset.val;
    ut_progress(found.f1.next_offset.is_some ? page.offset : found.f1.total, found.f1.total, "objects are read");
  } while (found.f1.next_offset.is_some);
  ut_put_string(&call->answer, "scene", scene.path);
  ut_begin_array(&call->answer, "objects");
  for (size_t i = 0; i < count; i++) {
    ut_begin_object(&call->answer, NULL);
    ut_put_string(&call->answer, "path", heavy[i].path);
    ut_put_integer(&call->answer, "components", heavy[i].component_count);
    ut_end(&call->answer);
  }
  ut_end(&call->answer);
  return true;
}

const ut_tool ut_tools[] = {
    {
        .name = "list_heavy_objects", .category = "scene",
        .description = "List the objects of one scene with the most components. Such objects are often candidates for a split.",
        .examples = {"{\"scene\": \"Main\", \"limit\": 3}"},
        .arguments = {{"scene", UT_STRING, "Name or asset path of the scene.", .min = 1, .max = 300},
                      {"limit", UT_INTEGER, "The number of objects to list.", .otherwise = "10", .min = 1, .max = MOST}},
        .answer = {{"scene", UT_STRING, "The asset path of the scene."},
                   {"objects", UT_ARRAY, "Path and number of components of each object; the largest is first.", .items = UT_OBJECT}},
        .run = list_heavy_objects,
    },
    {0},
};
