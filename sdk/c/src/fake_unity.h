/* For tests: calls tools without a host. The test defines the imports as functions that `bundle.h` declares. Log lines and
 * progress are recorded here. */
#ifndef FAKE_UNITY_H
#define FAKE_UNITY_H

#include "unity_tools.h"

/* The answer as JSON, or NULL if the tool failed; `fake_failure` then contains the error. Both are valid until the next call. */
const char *fake_call(const char *tool, const char *arguments);

typedef struct {
  ut_kind kind;
  const char *message, *hint;
} fake_told;
extern fake_told fake_failure;

/* The log lines of the tool, such as `info: text`. Up to 4 KiB. */
extern char fake_log[4096];
/* The number of progress reports. */
extern int fake_progress;

/* Lets an import of the test fail. Always returns false. */
bool fake_refuse(unity_tools_shared_types_error_t *failure, ut_kind kind, const char *message, const char *hint);

void fake_check(bool holds, const char *what, const char *found, const char *file, int line);
#define CHECK(what) fake_check(what, #what, NULL, __FILE__, __LINE__)
/* `found` equals `wanted`, or contains it. */
#define CHECK_TEXT(found, wanted) fake_check_text(found, wanted, false, __FILE__, __LINE__)
#define CHECK_HAS(found, wanted) fake_check_text(found, wanted, true, __FILE__, __LINE__)
void fake_check_text(const char *found, const char *wanted, bool within, const char *file, int line);

/* Runs one test; `main` returns `fake_done`. */
#define RUN(test) fake_run(#test, test)
void fake_run(const char *name, void (*test)(void));
int fake_done(void);

#endif
