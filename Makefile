# meepled.  `make help` lists the targets.  Sources are found by wildcard: a new source, plugin or test
# needs no edit here.  Everything built goes to $(BUILD); V=1 shows the commands.

BUILD    ?= build
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
SYSCONFDIR ?= /etc
CFLAGS   ?= -O2 -g
WERROR   ?=
SANITIZE ?=
NO_UNDEFINED ?= -Wl,--no-undefined

# All processors unless told otherwise (make -j1).
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

STD      := -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
            -Wstrict-prototypes -Wmissing-prototypes -fvisibility=hidden \
            -fno-semantic-interposition -fPIC -pthread
INCLUDES := -Icore/include -Icore -Iapi -I. -Itests
ALL_CFLAGS  = $(STD) $(CFLAGS) $(WERROR) $(SANITIZE) $(INCLUDES) -MMD -MP
ALL_LDFLAGS = $(SANITIZE) $(LDFLAGS) -pthread -Wl,-z,relro,-z,now
pkg       = $(shell pkg-config $(1) 2>/dev/null)

# Looked up when they are used: `make run` installs what is missing first.
ENGINE_LIBS = $(call pkg,--libs inih libsodium) -ldl -lm
DAEMON_LIBS = $(call pkg,--libs libmicrohttpd jansson sqlite3)
TEST_LIBS   = $(call pkg,--libs check libcurl)

ENGINE_SRC  := $(wildcard core/tileset/*.c core/board/*.c core/game/*.c core/rules/*.c)
SERVER_SRC  := $(wildcard core/store/*.c core/server/*.c api/*.c)
CLI_SRC     := $(wildcard core/cli/*.c)
PLUGINS     := $(notdir $(patsubst %/,%,$(dir $(wildcard plugins/*/*.c))))
PLUGINS     := $(sort $(PLUGINS))
SUPPORT_SRC := $(wildcard tests/support/*.c)
TEST_DIRS   := tests/unit tests/rules tests/property tests/api tests/crash
TEST_SRC    := $(sort $(shell find $(TEST_DIRS) -name 'test_*.c' 2>/dev/null))
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
BENCH_SRC   := $(wildcard tests/bench/bench_*.c)
HEADERS     := $(wildcard core/include/meepled/*.h)
MAN         := $(wildcard docs/man/*.[18])

obj = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
TESTS     := $(patsubst %.c,$(BUILD)/%,$(TEST_SRC))
FUZZERS   := $(patsubst %.c,$(BUILD)/%,$(FUZZ_SRC))
BENCHES   := $(patsubst %.c,$(BUILD)/%,$(BENCH_SRC))
PLUGIN_SO := $(patsubst %,$(BUILD)/plugins/%.so,$(PLUGINS))
PROGRAMS  := $(BUILD)/meepled $(BUILD)/meeplectl

.PHONY: all programs run test tests fuzzers benches format docs install install-files uninstall clean help FORCE \
        deps-run deps-test deps-check
.SECONDARY:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

# $(call say,WHAT): one short line instead of the command, unless V=1.
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $@;)

all: programs ## Build the daemon, the CLI, the library and the plugins
programs: $(PROGRAMS) $(BUILD)/libmeepled.so $(PLUGIN_SO)

# ---- objects, library, programs ----

# Rewritten only when its content changes: other flags rebuild objects, another list of sources
# links anew.
define remember
@mkdir -p $(@D)
@printf '%s\n' '$(1)' | cmp -s - $@ || printf '%s\n' '$(1)' >$@
endef
$(BUILD)/flags: FORCE
	$(call remember,$(CC) $(ALL_CFLAGS))
$(BUILD)/sources: FORCE
	$(call remember,$(ALL_LDFLAGS) $(ENGINE_SRC) $(SERVER_SRC) $(CLI_SRC) $(SUPPORT_SRC))

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) -c $< -o $@

$(BUILD)/obj/api/openapi.o: api/openapi.json # which its source includes
$(BUILD)/obj/api/svg_book.o: api/signs.txt   # likewise

$(BUILD)/libmeepled.so: $(call obj,$(ENGINE_SRC)) $(BUILD)/sources
	$(call say,LD)$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,libmeepled.so $(NO_UNDEFINED) \
	    -Wl,-Bsymbolic-functions -o $@ $(filter %.o,$^) $(ENGINE_LIBS)

# For tests: the same objects, with their private functions in reach.
ARCHIVES := $(BUILD)/libengine.a $(BUILD)/libserver.a $(BUILD)/libsupport.a
$(BUILD)/libengine.a: $(call obj,$(ENGINE_SRC))
$(BUILD)/libserver.a: $(call obj,$(SERVER_SRC))
$(BUILD)/libsupport.a: $(call obj,$(SUPPORT_SRC))
$(ARCHIVES): $(BUILD)/sources
	@rm -f $@
	$(call say,AR)ar rcs $@ $(filter %.o,$^)

RPATH := -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib'
# Private functions of the engine the daemon shares: its settings are INI files too.
DAEMON_SRC := core/main.c $(wildcard core/tileset/ini*.c) core/tileset/suggest.c \
              core/rules/files.c
$(BUILD)/meepled: $(call obj,$(DAEMON_SRC)) $(BUILD)/libserver.a $(BUILD)/libmeepled.so
	$(call say,LD)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o %.a,$^) -L$(BUILD) -lmeepled $(RPATH) \
	    $(DAEMON_LIBS) $(ENGINE_LIBS)

$(BUILD)/meeplectl: $(call obj,$(CLI_SRC)) $(BUILD)/libmeepled.so $(BUILD)/sources
	$(call say,LD)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) -L$(BUILD) -lmeepled $(RPATH) \
	    $(ENGINE_LIBS)

# ---- plugins: they see the public headers and nothing else ----

# Found from build/plugins and from lib/meepled/plugins alike.
PLUGIN_RPATH := -Wl,-rpath,'$$ORIGIN/..:$$ORIGIN/../..'
plugin_link = $(CC) $(ALL_LDFLAGS) -shared $(NO_UNDEFINED) $(PLUGIN_RPATH) -o $@ $(filter %.o,$^) \
              -L$(BUILD) -lmeepled

$(BUILD)/obj/plugins/%.o: plugins/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(filter-out -I%,$(ALL_CFLAGS)) -Icore/include -c $< -o $@
# A list of sources each: a plugin more leaves the others as they are, so SIGHUP is enough to take it in.
define plugin_rule
$(BUILD)/obj/plugins/$(1)/sources: FORCE
	$$(call remember,$$(ALL_LDFLAGS) $$(wildcard plugins/$(1)/*.c))
$(BUILD)/plugins/$(1).so: $$(call obj,$$(wildcard plugins/$(1)/*.c)) $(BUILD)/libmeepled.so \
        $(BUILD)/obj/plugins/$(1)/sources
	@mkdir -p $$(@D)
	$$(call say,LD)$$(plugin_link)
endef
$(foreach p,$(PLUGINS),$(eval $(call plugin_rule,$(p))))

# ---- run ----

deps-run deps-test deps-check: deps-%:
	@.ci/deps $*

run: deps-run ## Install what is missing, build, serve on 127.0.0.1:8080
	@$(MAKE) --no-print-directory all
	@mkdir -p $(BUILD)/data
	$(BUILD)/meepled

# ---- tests ----

# The tests' own copy of the engine is exported (-rdynamic), so plugins they load use that one.
test_link = $(CC) $(ALL_LDFLAGS) -rdynamic -o $@ $(filter %.o,$^) $(BUILD)/libsupport.a \
            $(BUILD)/libserver.a -Wl,--whole-archive $(BUILD)/libengine.a -Wl,--no-whole-archive \
            $(DAEMON_LIBS) $(TEST_LIBS) $(ENGINE_LIBS)

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)$(test_link)

$(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(ARCHIVES)
	@mkdir -p $(@D)
	$(call say,LD)$(test_link) -fsanitize=fuzzer

# Measured as its users have it: linked with the library, not with the objects.
$(BUILD)/tests/bench/bench_playout: $(BUILD)/obj/tests/bench/bench_playout.o $(BUILD)/libmeepled.so
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(ALL_LDFLAGS) -o $@ $< -L$(BUILD) -lmeepled \
	    -Wl,-rpath,'$$ORIGIN/../..' $(ENGINE_LIBS)

tests: programs $(TESTS)
fuzzers: $(FUZZERS) $(PLUGIN_SO)
benches: programs $(BENCHES)

# make test T=board/region runs one file; CK_RUN_CASE=name one case of it.
test: deps-test ## Install what is missing, build, run all tests (T=part of a name: some)
	@$(MAKE) --no-print-directory tests
	@BUILD=$(BUILD) tests/run $(T)

# ---- install ----

docs: ## Man pages as text in $(BUILD)/docs; links of the guides lead somewhere, hooks.md is up to date
	@mkdir -p $(BUILD)/docs
	@.ci/hooks --check
	@.ci/links README.md CHANGELOG.md docs/*.md plugins/*/README.md
	@.ci/manpages $(BUILD)/docs $(MAN)

# $(call at,FOLDER,FILES): where the files are installed.
at = $(addprefix $(DESTDIR)$(1)/,$(notdir $(2)))
INSTALLED = $(call at,$(PREFIX)/bin,$(PROGRAMS)) $(call at,$(LIBDIR),libmeepled.so) \
            $(call at,$(LIBDIR)/pkgconfig,meepled.pc) \
            $(call at,$(LIBDIR)/meepled/plugins,$(PLUGIN_SO)) \
            $(call at,$(PREFIX)/include/meepled,$(HEADERS)) \
            $(call at,$(PREFIX)/share/meepled/tilesets,$(wildcard conf/tilesets/*.ini)) \
            $(call at,$(PREFIX)/share/meepled/variants,$(wildcard conf/variants/*.ini)) \
            $(call at,$(PREFIX)/share/meepled/plugin,$(wildcard conf/plugin/*)) \
            $(call at,$(PREFIX)/lib/systemd/system,meepled.service) \
            $(call at,$(PREFIX)/share/man/man1,$(filter %.1,$(MAN))) \
            $(call at,$(PREFIX)/share/man/man8,$(filter %.8,$(MAN)))
OWN_FOLDERS = $(LIBDIR)/meepled/plugins $(LIBDIR)/meepled $(PREFIX)/include/meepled \
              $(PREFIX)/share/meepled/tilesets $(PREFIX)/share/meepled/variants \
              $(PREFIX)/share/meepled/plugin $(PREFIX)/share/meepled

# $(call put,MODE,FILES,FOLDER)
put = install -d $(DESTDIR)$(3) && install -m $(1) $(2) $(DESTDIR)$(3)/
install: programs ## Install to $(DESTDIR)$(PREFIX); keeps an existing meepled.ini
	@$(MAKE) --no-print-directory install-files

# What is built already.
install-files:
	$(call put,755,$(PROGRAMS),$(PREFIX)/bin)
	$(call put,644,$(BUILD)/libmeepled.so,$(LIBDIR))
	$(call put,644,$(PLUGIN_SO),$(LIBDIR)/meepled/plugins)
	$(call put,644,$(HEADERS),$(PREFIX)/include/meepled)
	$(call put,644,$(wildcard conf/tilesets/*.ini),$(PREFIX)/share/meepled/tilesets)
	$(call put,644,$(wildcard conf/variants/*.ini),$(PREFIX)/share/meepled/variants)
	$(call put,644,$(wildcard conf/plugin/*),$(PREFIX)/share/meepled/plugin)
	$(call put,644,$(filter %.1,$(MAN)),$(PREFIX)/share/man/man1)
	$(call put,644,$(filter %.8,$(MAN)),$(PREFIX)/share/man/man8)
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(PREFIX)/lib/systemd/system \
	    $(DESTDIR)$(SYSCONFDIR)/meepled
	.ci/pkgconfig $(PREFIX) $(LIBDIR) >$(DESTDIR)$(LIBDIR)/pkgconfig/meepled.pc
	sed 's|/usr/local/|$(PREFIX)/|g; s|/etc/|$(SYSCONFDIR)/|g' conf/meepled.service \
	    >$(DESTDIR)$(PREFIX)/lib/systemd/system/meepled.service
	[ -e $(DESTDIR)$(SYSCONFDIR)/meepled/meepled.ini ] || \
	    install -m 644 conf/meepled.ini $(DESTDIR)$(SYSCONFDIR)/meepled/meepled.ini

uninstall: ## Remove what install put there; keeps meepled.ini and files of yours
	rm -f $(INSTALLED)
	for folder in $(OWN_FOLDERS); do \
	    [ ! -d $(DESTDIR)$$folder ] || rmdir --ignore-fail-on-non-empty $(DESTDIR)$$folder; \
	done

# ---- house ----

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile .ci/checks.mk

clean: ## Remove everything built
	rm -rf build build-*

C_FILES = $(shell find core api plugins tests -name '*.[ch]' | sort)
format: ## Format all C
	clang-format -i $(C_FILES)

include .ci/checks.mk
-include .ci/testplugins.mk
-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
