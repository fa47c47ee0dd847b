/* Run by `unity-tool-host test`: compiled with `tool.c` by this machine's own compiler. The import is a function of this file. */
#include "fake_unity.h"

static size_t there; /* the number of objects */
static bool asleep;  /* whether Unity answers with an error */
static unity_tools_unity_objects_object_filter_t wanted;
static unity_tools_unity_objects_page_request_t page_wanted;

bool unity_tools_unity_objects_list_objects(unity_tools_unity_objects_object_filter_t *filter, unity_tools_unity_objects_page_request_t *page,
                                            unity_tools_unity_objects_tuple2_list_object_card_page_info_t *found, unity_tools_unity_objects_error_t *failure) {
  static unity_tools_unity_objects_object_card_t sun;
  sun.path = UT_TEXT("/Sun");
  wanted = *filter, page_wanted = *page;
  if (asleep) return fake_refuse(failure, UT_NOT_READY, "no scene is loaded", "open one");
  *found = (unity_tools_unity_objects_tuple2_list_object_card_page_info_t){.f0 = {&sun, there}, .f1.total = (uint32_t)there};
  return true;
}

static void counts_what_has_the_component(void) {
  there = 1;
  CHECK_TEXT(fake_call("count_objects", "{\"component\": \"Light\", \"limit\": null}"), "{\"total\":1,\"first\":[\"/Sun\"]}");
  CHECK(ut_equal(wanted.component_type.val, "Light") && page_wanted.limit == 10);
  CHECK_TEXT(fake_log, "info: looking for objects with a Light\n");
  CHECK(fake_progress == 1);
}

static void says_what_to_do_where_there_is_none(void) {
  there = 0;
  CHECK(!fake_call("count_objects", "{\"component\": \"Lihgt\"}") && fake_failure.kind == UT_NOT_FOUND);
  CHECK_HAS(fake_failure.hint, "such as Camera");
}

static void what_does_not_fit_never_reaches_unity(void) {
  CHECK(!fake_call("count_objects", "{\"component\": \"Light\", \"limit\": 101}") && fake_failure.kind == UT_INVALID_ARGUMENT);
  CHECK_TEXT(fake_failure.message, "`limit` is 101; expected 1 to 100");
}

static void what_unity_refuses_stays_as_it_says_it(void) {
  asleep = true;
  CHECK(!fake_call("count_objects", "{\"component\": \"Light\"}") && fake_failure.kind == UT_NOT_READY);
  CHECK_TEXT(fake_failure.message, "no scene is loaded");
  asleep = false;
}

int main(void) {
  RUN(counts_what_has_the_component);
  RUN(says_what_to_do_where_there_is_none);
  RUN(what_does_not_fit_never_reaches_unity);
  RUN(what_unity_refuses_stays_as_it_says_it);
  return fake_done();
}
