/* For tests: calls tools without a host. The imports that they use are functions which the test defines, as `bundle.h` declares
 * them; log lines and progress are kept here. */
#ifndef FAKE_UNITY_H
#define FAKE_UNITY_H

#include "unity_tools.h"

/* The answer as JSON, or NULL where the tool failed, which `fake_failure` then tells. Both last until the next call. */
const char *fake_call(const char *tool, const char *arguments);

typedef struct {
  ut_kind kind;
  const char *message, *hint;
} fake_told;
extern fake_told fake_failure;

/* What the tool logged, a line each: `info: text`. Up to 4 KiB. */
extern char fake_log[4096];
/* How often it told how far it is. */
extern int fake_progress;

/* What an import of the test answers where it refuses. Always false. */
bool fake_refuse(unity_tools_shared_types_error_t *failure, ut_kind kind, const char *message, const char *hint);

void fake_check(bool holds, const char *what, const char *found, const char *file, int line);
#define CHECK(what) fake_check(what, #what, NULL, __FILE__, __LINE__)
/* `found` is `wanted`, or has it in it. */
#define CHECK_TEXT(found, wanted) fake_check_text(found, wanted, false, __FILE__, __LINE__)
#define CHECK_HAS(found, wanted) fake_check_text(found, wanted, true, __FILE__, __LINE__)
void fake_check_text(const char *found, const char *wanted, bool within, const char *file, int line);

/* Runs one test; `fake_done` is what `main` gives back. */
#define RUN(test) fake_run(#test, test)
void fake_run(const char *name, void (*test)(void));
int fake_done(void);

#endif
