# meepled.  `make help` lists the targets.  Sources are found by wildcard: a new source, plugin or test
# needs no edit here.  Everything built goes to $(BUILD).

BUILD   ?= build
PREFIX  ?= /usr/local
CFLAGS  ?= -O2 -g
WERROR  ?=
SANITIZE ?=

STD      := -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
            -Wstrict-prototypes -Wmissing-prototypes -fvisibility=hidden -fPIC -pthread
INCLUDES := -Icore/include -Icore -Iapi -I.
ALL_CFLAGS = $(STD) $(CFLAGS) $(WERROR) $(SANITIZE) $(INCLUDES) -MMD -MP
ALL_LDFLAGS = $(SANITIZE) $(LDFLAGS) -pthread
pkg       = $(shell pkg-config $(1) 2>/dev/null)

ENGINE_LIBS = $(call pkg,--libs inih libsodium) -ldl -lm
DAEMON_LIBS = $(call pkg,--libs libmicrohttpd jansson sqlite3)
TEST_LIBS   = $(call pkg,--libs check libcurl)

ENGINE_SRC := $(wildcard core/tileset/*.c core/board/*.c core/game/*.c core/rules/*.c)
SERVER_SRC := $(wildcard core/store/*.c core/server/*.c api/*.c)
CLI_SRC    := $(wildcard core/cli/*.c)
PLUGINS    := $(notdir $(patsubst %/,%,$(wildcard plugins/*/)))
SUPPORT_SRC := $(wildcard tests/support/*.c)
TEST_SRC   := $(shell find tests/unit tests/rules tests/property tests/api -name 'test_*.c' 2>/dev/null | sort)
FUZZ_SRC   := $(wildcard tests/fuzz/fuzz_*.c)
BENCH_SRC  := $(wildcard tests/bench/bench_*.c)
HEADERS    := $(wildcard core/include/meepled/*.h)

obj = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
TESTS := $(patsubst %.c,$(BUILD)/%,$(TEST_SRC))
FUZZERS := $(patsubst %.c,$(BUILD)/%,$(FUZZ_SRC))
BENCHES := $(patsubst %.c,$(BUILD)/%,$(BENCH_SRC))
PLUGIN_SO := $(patsubst %,$(BUILD)/plugins/%.so,$(PLUGINS))

.PHONY: all programs run test check asan tsan fuzz bench format format-check lint coverage docs install \
        clean help deps-run deps-test deps-check tests crash
.SECONDARY:
.DELETE_ON_ERROR:

all: programs ## Build the daemon, the CLI, the library and the plugins
programs: $(BUILD)/libmeepled.so $(BUILD)/meepled $(BUILD)/meeplectl $(PLUGIN_SO)

# ---- objects, library, programs ----

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@

$(BUILD)/libmeepled.so: $(call obj,$(ENGINE_SRC))
	$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,libmeepled.so -Wl,--no-undefined -o $@ $^ $(ENGINE_LIBS)

# For tests: the same objects, with their private functions in reach.
$(BUILD)/libengine.a: $(call obj,$(ENGINE_SRC))
	@rm -f $@
	ar rcs $@ $^
$(BUILD)/libserver.a: $(call obj,$(SERVER_SRC))
	@rm -f $@
	ar rcs $@ $^
$(BUILD)/libsupport.a: $(call obj,$(SUPPORT_SRC))
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/meepled: $(call obj,core/main.c) $(BUILD)/libserver.a $(BUILD)/libmeepled.so
	$(CC) $(ALL_LDFLAGS) -o $@ $(call obj,core/main.c) $(BUILD)/libserver.a -L$(BUILD) -lmeepled \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' $(DAEMON_LIBS) $(ENGINE_LIBS)

$(BUILD)/meeplectl: $(call obj,$(CLI_SRC)) $(BUILD)/libmeepled.so
	$(CC) $(ALL_LDFLAGS) -o $@ $(call obj,$(CLI_SRC)) -L$(BUILD) -lmeepled \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib' $(ENGINE_LIBS)

# ---- plugins: they see the public headers and nothing else ----

define plugin_rule
$(BUILD)/obj/plugins/$(1)/%.o: plugins/$(1)/%.c
	@mkdir -p $$(@D)
	$$(CC) $$(STD) $$(CFLAGS) $$(WERROR) $$(SANITIZE) -Icore/include -MMD -MP -c $$< -o $$@
$(BUILD)/plugins/$(1).so: $$(call obj,$$(wildcard plugins/$(1)/*.c)) $(BUILD)/libmeepled.so
	@mkdir -p $$(@D)
	$$(CC) $$(ALL_LDFLAGS) -shared -Wl,--no-undefined -o $$@ $$(filter %.o,$$^) -L$(BUILD) -lmeepled
endef
$(foreach p,$(PLUGINS),$(eval $(call plugin_rule,$(p))))

# ---- run ----

deps-run:
	@.ci/deps run
deps-test:
	@.ci/deps test
deps-check:
	@.ci/deps check

run: deps-run ## Install what is missing, build, serve on 127.0.0.1:8080
	@$(MAKE) --no-print-directory all
	@mkdir -p $(BUILD)/data
	$(BUILD)/meepled

# ---- tests ----

# The tests' own copy of the engine is exported (-rdynamic), so plugins they load use that one.
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/libsupport.a $(BUILD)/libserver.a $(BUILD)/libengine.a
	@mkdir -p $(@D)
	$(CC) $(ALL_LDFLAGS) -rdynamic -o $@ $< $(BUILD)/libsupport.a $(BUILD)/libserver.a \
	    -Wl,--whole-archive $(BUILD)/libengine.a -Wl,--no-whole-archive \
	    $(DAEMON_LIBS) $(TEST_LIBS) $(ENGINE_LIBS)

tests: programs $(TESTS)

# make test T=board/region runs one file; CK_RUN_CASE=name one case of it.
test: deps-test ## Install what is missing, build, run all tests (T=part of a name: some)
	@$(MAKE) --no-print-directory tests
	@BUILD=$(BUILD) tests/run $(T)

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

clean: ## Remove everything built
	rm -rf build build-*

format: ## Format all C
	clang-format -i $(shell git ls-files '*.c' '*.h')

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
-include .ci/checks.mk
