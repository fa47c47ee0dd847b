/* A fake host for tests. */
#include "fake_unity.h"
#include <stdio.h>
#include <string.h>

void ut_forget(void);

fake_told fake_failure;
char fake_log[4096];
int fake_progress;

static int passed, failed, wrong;

static const char *ended(ut_text text) {
  char *copy = ut_alloc(text.len + 1, 1);
  if (text.len) memcpy(copy, text.ptr, text.len);
  return copy;
}

const char *fake_call(const char *tool, const char *arguments) {
  ut_forget();
  fake_log[0] = 0, fake_progress = 0, fake_failure = (fake_told){0};
  exports_unity_tools_tool_tools_call_t call = {.name = ut_copy(tool), .arguments = ut_copy(arguments)};
  exports_unity_tools_tool_tools_tool_result_t result;
  exports_unity_tools_tool_tools_error_t failure;
  if (exports_unity_tools_tool_tools_call_tool(&call, &result, &failure)) return ended(result.structured.val);
  fake_failure.kind = (ut_kind)failure.kind.tag;
  fake_failure.message = ended(failure.message);
  fake_failure.hint = failure.hint.is_some ? ended(failure.hint.val) : "";
  return NULL;
}

bool fake_refuse(unity_tools_shared_types_error_t *failure, ut_kind kind, const char *message, const char *hint) {
  *failure = (unity_tools_shared_types_error_t){.kind.tag = (uint8_t)kind, .message = ut_copy(message)};
  if (hint) failure->hint = ut_some(ut_copy(hint));
  return false;
}

void unity_tools_host_log_write(unity_tools_host_log_level_t level, bundle_string_t *logger, bundle_string_t *data) {
  static const char *const names[] = {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};
  (void)logger;
  size_t len = strlen(fake_log);
  snprintf(fake_log + len, sizeof fake_log - len, "%s: %.*s\n", level < 8 ? names[level] : "other", UT_PRINT(*data));
}

void unity_tools_host_progress_report(double done, double *total, bundle_string_t *message) {
  (void)done, (void)total, (void)message;
  fake_progress++;
}

void fake_check(bool holds, const char *what, const char *found, const char *file, int line) {
  if (holds) return;
  wrong++;
  fprintf(stderr, "%s:%d: %s", file, line, what);
  if (found) fprintf(stderr, ", found %s", found);
  fputs("\n", stderr);
}

void fake_check_text(const char *found, const char *wanted, bool within, const char *file, int line) {
  bool holds = found && (within ? strstr(found, wanted) != NULL : !strcmp(found, wanted));
  fake_check(holds, wanted, found ? found : fake_failure.message ? fake_failure.message : "nothing", file, line);
}

void fake_run(const char *name, void (*test)(void)) {
  int before = wrong;
  test();
  *(wrong == before ? &passed : &failed) += 1;
  fprintf(stderr, "%s %s\n", wrong == before ? "ok    " : "FAILED", name);
}

int fake_done(void) {
  ut_forget();
  fprintf(stderr, "%d passed, %d failed\n", passed, failed);
  return failed || !passed;
}
