# Targets that look for mistakes: static analysis, sanitizers, fuzzing, measuring.  Each builds in a
# folder of its own, so none disturbs the others.

.PHONY: check static format-check lint build-gcc build-clang headers-check cppcheck tidy rules-covered \
        asan tsan fuzz valgrind coverage bench property crash

FUZZ_SECONDS ?= 10
GAMES        ?= 1000
KILLS        ?= 200

check: deps-check ## Everything static, then the tests
	@$(MAKE) --no-print-directory static
	@$(MAKE) --no-print-directory test
	@echo "check: good"

static: deps-check ## Format, layering, -Werror with gcc and clang, cppcheck, clang-tidy, rule coverage
	@for part in format-check lint build-gcc build-clang headers-check cppcheck tidy rules-covered docs; do \
	    $(MAKE) --no-print-directory $$part || exit 1; \
	done
	@echo "static: good"

format-check:
	@clang-format --dry-run -Werror $(C_FILES)
	@echo 'format: good'

# Needs objects and plugins made without sanitizers.
lint: ## Who may include and export what, no globals, no terrain in the engine
	@$(MAKE) --no-print-directory BUILD=build-gcc CC=gcc WERROR=-Werror programs
	@.ci/lint build-gcc

build-gcc build-clang: build-%:
	@$(MAKE) --no-print-directory BUILD=$@ CC=$* WERROR=-Werror tests benches

# Each public header on its own, as C17 and as C++17.
headers-check:
	@for header in $(HEADERS); do \
	    for language in c:c17 c++:c++17; do \
	        clang -x $${language%:*} -std=$${language#*:} -Wall -Wextra -Wpedantic -Werror \
	            -Wno-pragma-once-outside-header -fsyntax-only -Icore/include $$header || exit 1; \
	    done; \
	done

cppcheck:
	@mkdir -p build-gcc/cppcheck
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	    --suppress=missingIncludeSystem --error-exitcode=1 --cppcheck-build-dir=build-gcc/cppcheck \
	    -j$(shell nproc) -D_GNU_SOURCE -Icore/include -Icore -Iapi core api plugins
	@echo 'cppcheck: good'

TIDY_SRC = $(ENGINE_SRC) $(SERVER_SRC) $(CLI_SRC) core/main.c $(wildcard plugins/*/*.c)
tidy:
	@printf '%s\n' $(TIDY_SRC) | xargs -P$(shell nproc) -n4 sh -c 'clang-tidy --quiet "$$@" -- \
	    -std=c17 -D_GNU_SOURCE -Icore/include -Icore -Iapi 2>/dev/null || exit 1' tidy
	@echo "clang-tidy: good"

rules-covered:
	tests/coverage --check

# ---- sanitizers ----

asan: deps-check ## All tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 \
	    UBSAN_OPTIONS=print_stacktrace=1 $(MAKE) --no-print-directory BUILD=build-asan CC=gcc \
	    CFLAGS="-O1 -g -fno-omit-frame-pointer" \
	    SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=all" test

tsan: deps-check ## Tests of store, server and api under ThreadSanitizer
	@TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1 $(MAKE) --no-print-directory BUILD=build-tsan CC=gcc \
	    CFLAGS="-O1 -g" SANITIZE=-fsanitize=thread T="unit/store/ unit/server/ tests/api/ unit/api/" test

valgrind: deps-check ## Unit tests of the engine under valgrind's memcheck
	@$(MAKE) --no-print-directory tests
	@BUILD=$(BUILD) WRAP="valgrind --quiet --error-exitcode=9 --leak-check=full --suppressions=.ci/valgrind.supp" CK_FORK=no \
	    tests/run unit/tileset/ unit/board/ unit/game/ unit/rules/

# Its shared objects leave the sanitizer's symbols to the program.
fuzz: deps-check ## Every fuzzer for FUZZ_SECONDS, from the seeds in tests/fuzz/corpus
	@$(MAKE) --no-print-directory BUILD=build-fuzz CC=clang NO_UNDEFINED= CFLAGS="-O1 -g" \
	    SANITIZE="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" fuzzers
	@BUILD=build-fuzz tests/fuzz/run $(FUZZ_SECONDS)

# ---- longer runs of tests that `make test` keeps short ----

property: deps-test ## GAMES random games checked against the invariants (1000)
	@$(MAKE) --no-print-directory tests
	@MEEPLED_GAMES=$(GAMES) BUILD=$(BUILD) tests/run tests/property/

crash: deps-test ## kill -9 the daemon at KILLS random moments (200)
	@$(MAKE) --no-print-directory tests
	@MEEPLED_KILLS=$(KILLS) BUILD=$(BUILD) tests/run tests/crash/

# ---- measuring ----

bench: deps-check ## Measure against the budgets; prints one table
	@$(MAKE) --no-print-directory benches
	@BUILD=$(BUILD) tests/bench/run

coverage: deps-test ## Lines the tests reach: build-coverage/html if lcov is there, else a summary
	@$(MAKE) --no-print-directory BUILD=build-coverage CC=gcc CFLAGS="-O0 -g" SANITIZE=--coverage test
	@.ci/coverage build-coverage
