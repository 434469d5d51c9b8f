# Plugins that only the tests load, most of them wrong on purpose: tests/plugins/NAME/*.c becomes
# $(BUILD)/tests/plugins/NAME.so.  They are linked without --no-undefined: one of them is wrong in
# just that.

TEST_PLUGINS := $(sort $(notdir $(patsubst %/,%,$(dir $(wildcard tests/plugins/*/*.c)))))
TEST_PLUGIN_SO := $(patsubst %,$(BUILD)/tests/plugins/%.so,$(TEST_PLUGINS))

$(BUILD)/obj/tests/plugins/%.o: tests/plugins/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(filter-out -I%,$(ALL_CFLAGS)) -Icore/include -c $< -o $@
define test_plugin_rule
$(BUILD)/tests/plugins/$(1).so: $$(call obj,$$(wildcard tests/plugins/$(1)/*.c)) $(BUILD)/libmeepled.so
	@mkdir -p $$(@D)
	$$(call say,LD)$$(CC) $$(ALL_LDFLAGS) -shared -Wl,-rpath,'$$$$ORIGIN/../..' -o $$@ \
	    $$(filter %.o,$$^) -L$(BUILD) -lmeepled
endef
$(foreach p,$(TEST_PLUGINS),$(eval $(call test_plugin_rule,$(p))))

# Not linked into the tests, but to be there when they run.
$(TESTS): | $(TEST_PLUGIN_SO)
