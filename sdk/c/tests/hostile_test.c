/* Hostile input for the reader and the writer of JSON. It runs under the compiler's sanitizers, so that a read or write out of
 * bounds ends the test. */
#define _POSIX_C_SOURCE 200809L
#include "fake_unity.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char WHOLE[] = "{\"a\": [1, -2.5e3, \"\\u00e9\\ud83d\\ude00\\n\", {\"b\": null}], \"c\": true, \"\\u0064\": \"end\"}";

static uint32_t seed = 1;

static uint32_t random_below(uint32_t limit) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % limit;
}

/* Reads everything in a value, up to a depth. The bytes have their own block, so that a read beyond the end is detected. */
static void read_all(ut_value value, int depth) {
  ut_text text;
  int64_t whole;
  double number;
  bool truth;
  ut_value inner;
  ut_type_of(value);
  ut_read_string(value, &text);
  ut_read_integer(value, &whole);
  ut_read_number(value, &number);
  ut_read_boolean(value, &truth);
  ut_get(value, "c", &inner);
  if (depth < 4)
    for (ut_value rest = value; ut_next(&rest, &inner);) read_all(inner, depth + 1);
  if (depth < 4 && ut_get(value, "a", &inner)) read_all(inner, depth + 1);
}

static void read_bytes(const char *bytes, size_t len) {
  char *alone = malloc(len ? len : 1);
  memcpy(alone, bytes, len);
  read_all((ut_value){alone, alone + len}, 0);
  free(alone);
}

static void every_beginning_of_a_text_is_read_within_it(void) {
  for (size_t len = 0; len < sizeof WHOLE; len++) read_bytes(WHOLE, len);
}

static void changed_bytes_are_read_within_them(void) {
  char bytes[sizeof WHOLE];
  for (int round = 0; round < 20000; round++) {
    memcpy(bytes, WHOLE, sizeof WHOLE);
    for (int i = 0; i < 3; i++) bytes[random_below(sizeof WHOLE - 1)] = (char)random_below(256);
    read_bytes(bytes, random_below(sizeof WHOLE));
    if (round % 100 == 0) fake_call("none", "{}"); /* frees the memory */
  }
}

static void deep_nesting_takes_no_stack(void) {
  size_t len = 200000;
  char *deep = malloc(len);
  memset(deep, '[', len);
  ut_value inner;
  CHECK(!ut_get((ut_value){deep, deep + len}, "a", &inner));
  ut_value rest = {deep, deep + len};
  CHECK(!ut_next(&rest, &inner));
  free(deep);
}

static void what_is_well_written_is_read_as_it_is(void) {
  ut_value all = ut_value_of(UT_TEXT("{\"a\": [1, -2.5e3, \"\\u00e9\\ud83d\\ude00\\n\", {\"b\": null}], \"c\": true, \"\\u0064\": \"end\"}")), a, found, item;
  CHECK(ut_get(all, "a", &a) && ut_get(all, "d", &found) && !ut_get(all, "e", &found));
  int count = 0;
  for (ut_value rest = a; ut_next(&rest, &item); count++) {
    int64_t whole;
    double number;
    ut_text text;
    if (count == 0) CHECK(ut_read_integer(item, &whole) && whole == 1);
    if (count == 1) CHECK(ut_read_number(item, &number) && number == -2500 && !ut_read_integer(item, &whole));
    if (count == 2) CHECK(ut_read_string(item, &text) && ut_equal(text, "\xC3\xA9\xF0\x9F\x98\x80\n"));
    if (count == 3) CHECK(ut_type_of(item) == UT_OBJECT && !ut_get(item, "b", &found));
  }
  CHECK(count == 4);
  int64_t whole;
  CHECK(!ut_read_integer(ut_value_of(UT_TEXT("9223372036854775808")), &whole));
  CHECK(!ut_read_string(ut_value_of(UT_TEXT("\"\\x\"")), &(ut_text){0}));
}

/* Reads a text that no host has parsed. */
static void what_only_begins_as_a_value_is_none(void) {
  static const char *const numbers[] = {"12abc", "12 13", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x10", "1,", "--1", "1-1", "Infinity", ""};
  static const char *const others[] = {"truex", "true false", "falsey", "nullx", "\"a\"b", "\"a\" \"b\""};
  int64_t whole;
  double number;
  bool truth;
  ut_value member;
  ut_text text;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    ut_value value = ut_value_of(ut_copy(numbers[i]));
    CHECK(!ut_read_integer(value, &whole) && !ut_read_number(value, &number) && ut_type_of(value) == UT_ANY);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    ut_value value = ut_value_of(ut_copy(others[i]));
    CHECK(!ut_read_boolean(value, &truth) && !ut_read_string(value, &text));
  }
  CHECK(ut_get(ut_value_of(UT_TEXT("{\"a\": nullx}")), "a", &member) && !ut_get(ut_value_of(UT_TEXT("{\"a\": null }")), "a", &member));
  CHECK(ut_read_integer(ut_value_of(UT_TEXT(" -12\n")), &whole) && whole == -12);
  CHECK(ut_read_number(ut_value_of(UT_TEXT("0.5E-1 ")), &number) && number == 0.05 && ut_read_number(ut_value_of(UT_TEXT("-0")), &number));
  CHECK(ut_read_boolean(ut_value_of(UT_TEXT(" false ")), &truth) && !truth);
}

static const char *written(ut_json *out) { return (const char *)ut_print("%.*s", (int)out->len, out->ptr ? out->ptr : "").ptr; }

static void what_is_written_is_json_or_says_why_not(void) {
  ut_json out = {0};
  ut_begin_object(&out, NULL);
  ut_put_string(&out, "a\"", (ut_text){(uint8_t *)"\x01\xFF\xED\xA0\x80z", 6});
  ut_begin_array(&out, "b");
  ut_put_integer(&out, NULL, INT64_MIN);
  ut_put_null(&out, NULL);
  ut_end(&out);
  ut_end(&out);
  CHECK(!out.wrong);
  CHECK_TEXT(written(&out), "{\"a\\\"\":\"\\u0001\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\",\"b\":[-9223372036854775808,null]}");
  ut_json bare = {0};
  ut_put_integer(&bare, "a", 1);
  CHECK_HAS(bare.wrong, "a key where no object is open");
  ut_json twice = {0};
  ut_put_null(&twice, NULL);
  ut_put_null(&twice, NULL);
  CHECK_HAS(twice.wrong, "two values");
  ut_json ended = {0};
  ut_end(&ended);
  CHECK_HAS(ended.wrong, "without an open");
  ut_json deep = {0};
  for (int i = 0; i < 40; i++) ut_begin_array(&deep, NULL);
  CHECK_HAS(deep.wrong, "more than 32");
  ut_json infinite = {0};
  double zero = 0;
  ut_put_number(&infinite, NULL, 1 / zero);
  CHECK_HAS(infinite.wrong, "infinite");
}

static bool opens_and_forgets(ut_call *call) {
  ut_begin_array(&call->answer, "a");
  return true;
}

static bool fails_in_silence(ut_call *call) { return call->tool == NULL; }

static bool fails_and_goes_on(ut_call *call) {
  ut_fail(call, UT_CONFLICT, NULL, "it is taken");
  return true;
}

static bool recovers(ut_call *call) {
  fake_refuse(&call->failure, UT_UNITY, "an import failed", NULL);
  return true;
}

static bool asks_for_what_is_absent(ut_call *call) {
  ut_put_boolean(&call->answer, "has", ut_has(call, "n"));
  return ut_integer(call, "n") == 0;
}

static bool prints(ut_call *call) {
  (void)call;
  printf("no end");
  return true;
}

const ut_tool ut_tools[] = {
    {.name = "goes_on", .description = "Fails, and says that it did not.", .run = fails_and_goes_on},
    {.name = "recovers", .description = "Does without an import.", .run = recovers},
    {.name = "absent", .description = "Asks for nothing.", .arguments = {{.name = "n", .type = UT_INTEGER, .optional = true}}, .run = asks_for_what_is_absent},
    {.name = "prints", .description = "Prints a line without an end.", .run = prints},
    {.name = "idle", .description = "Does nothing."},
    {.name = "forgets", .description = "Leaves an array open.", .run = opens_and_forgets},
    {.name = "silent", .description = "Says nothing.", .run = fails_in_silence},
    {0},
};

/* The output of a separate process for the call, or for the listing if no tool is named. */
static const char *said_by(int channel, const char *tool) {
  static char said[2000];
  int ends[2];
  fflush(NULL);
  if (pipe(ends)) return "no pipe";
  pid_t child = fork();
  if (!child) {
    dup2(ends[1], channel);
    exports_unity_tools_tool_listing_list_tool_t listed;
    if (tool) fake_call(tool, "{}");
    else exports_unity_tools_tool_listing_list_tools(&listed);
    _exit(0);
  }
  close(ends[1]);
  memset(said, 0, sizeof said);
  for (size_t len = 0; len < sizeof said - 1;) {
    ssize_t more = read(ends[0], said + len, sizeof said - 1 - len);
    if (more <= 0) break;
    len += (size_t)more;
  }
  close(ends[0]);
  waitpid(child, NULL, 0);
  return said;
}

static void what_ends_a_call_or_is_left_in_it_is_told(void) {
  CHECK(!fake_call("goes_on", "{}") && fake_failure.kind == UT_CONFLICT);
  CHECK_HAS(fake_failure.message, "it is taken");
  CHECK(fake_call("recovers", "{}"));
  CHECK(!fake_call("idle", "{}"));
  CHECK_HAS(fake_failure.message, "idle has no `.run`");
  CHECK_HAS(said_by(2, NULL), "tool idle has no `.run`");
  CHECK_HAS(said_by(2, "absent"), "absent asks for `n`, which is absent");
  CHECK_HAS(said_by(1, "prints"), "no end");
}

static void what_a_tool_does_wrong_is_told_with_what_is_right(void) {
  CHECK(!fake_call("forgets", "{}") && fake_failure.kind == UT_INTERNAL);
  CHECK_HAS(fake_failure.message, "no `ut_end` ends");
  CHECK(!fake_call("silent", "{}"));
  CHECK_HAS(fake_failure.hint, "ut_fail");
  CHECK(!fake_call("nobody", "{}") && fake_failure.kind == UT_NOT_FOUND);
}

int main(void) {
  RUN(every_beginning_of_a_text_is_read_within_it);
  RUN(changed_bytes_are_read_within_them);
  RUN(deep_nesting_takes_no_stack);
  RUN(what_is_well_written_is_read_as_it_is);
  RUN(what_only_begins_as_a_value_is_none);
  RUN(what_is_written_is_json_or_says_why_not);
  RUN(what_a_tool_does_wrong_is_told_with_what_is_right);
  RUN(what_ends_a_call_or_is_left_in_it_is_told);
  return fake_done();
}
