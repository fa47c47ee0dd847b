/* Run by `unity-tool-host test`: compiled with `tool.c` by the compiler of this machine. The imports are functions of this file. */
#include "fake_unity.h"

static uint32_t sizes[] = {2, 5, 1, 5};
static unity_tools_unity_objects_object_card_t cards[4];

bool unity_tools_unity_scenes_find(bundle_string_t *name, unity_tools_unity_scenes_scene_t *scene, unity_tools_unity_scenes_error_t *failure) {
  if (!ut_equal(*name, "Town")) return fake_refuse(failure, UT_NOT_FOUND, "no scene has this name", "did you mean Town?");
  *scene = (unity_tools_unity_scenes_scene_t){.id = UT_TEXT("scn:1"), .path = UT_TEXT("Assets/Town.unity")};
  return true;
}

/* Answers two objects a page. */
bool unity_tools_unity_objects_list_objects(unity_tools_unity_objects_object_filter_t *filter, unity_tools_unity_objects_page_request_t *page,
                                            unity_tools_unity_objects_tuple2_list_object_card_page_info_t *found, unity_tools_unity_objects_error_t *failure) {
  (void)failure;
  CHECK(filter->scene.is_some && ut_equal(filter->scene.val, "scn:1"));
  ut_text paths[] = {UT_TEXT("/Sun"), UT_TEXT("/House"), UT_TEXT("/Road"), UT_TEXT("/Well")};
  for (size_t i = 0; i < 4; i++) cards[i].path = paths[i], cards[i].component_count = sizes[i];
  *found = (unity_tools_unity_objects_tuple2_list_object_card_page_info_t){.f0 = {cards + page->offset, 2}, .f1.total = 4};
  found->f1.next_offset.is_some = page->offset == 0;
  found->f1.next_offset.val = 2;
  return true;
}

static void lists_the_largest_of_all_pages_first(void) {
  CHECK_TEXT(fake_call("list_heavy_objects", "{\"scene\": \"Town\", \"limit\": 3}"),
             "{\"scene\":\"Assets/Town.unity\",\"objects\":[{\"path\":\"/House\",\"components\":5},"
             "{\"path\":\"/Well\",\"components\":5},{\"path\":\"/Sun\",\"components\":2}]}");
  CHECK_TEXT(fake_log, "info: reading Assets/Town.unity\n");
  CHECK(fake_progress == 2);
}

static void returns_the_error_of_an_unknown_scene(void) {
  CHECK(!fake_call("list_heavy_objects", "{\"scene\": \"Twon\"}") && fake_failure.kind == UT_NOT_FOUND);
  CHECK_TEXT(fake_failure.hint, "did you mean Town?");
}

int main(void) {
  RUN(lists_the_largest_of_all_pages_first);
  RUN(returns_the_error_of_an_unknown_scene);
  return fake_done();
}
