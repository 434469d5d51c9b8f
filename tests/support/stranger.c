#include "tests/support/stranger.h"

#include "tests/support/workshop.h"

#include <meepled/rules.h>

static const meepled_kind_word kinds[] = {
    { "wa", "Wa & <co>", NULL, "#7a4fa3", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "wb", "Wb", NULL, "#7a4fa4", MEEPLED_WHOLE, MEEPLED_BY_SIDES },
    { "wc", "Wc", NULL, "#c9a227", MEEPLED_WHOLE, MEEPLED_NEVER },
    { "wd", "Wd", NULL, "#204060", MEEPLED_WHOLE, MEEPLED_NEVER },
    { "ca", "Ca", NULL, "#d9d0c0", MEEPLED_CENTRE, MEEPLED_BY_SIDES },
    { "cb", "Cb", NULL, "#58a8d8", MEEPLED_CENTRE, MEEPLED_BY_SIDES },
    { "cc", "Cc", NULL, "#303030", MEEPLED_CENTRE, MEEPLED_NEVER },
    { "ha", "Ha", NULL, "#b8c46a", MEEPLED_HALVES, MEEPLED_NEVER },
    { "hb", "Hb", NULL, "#e0cf9a", MEEPLED_HALVES, MEEPLED_NEVER },
    { "hc", "Hc", NULL, "#c0b8d8", MEEPLED_HALVES, MEEPLED_NEVER },
    { "ia", "Ia", NULL, "#a03030", MEEPLED_INSIDE, MEEPLED_BY_CELLS },
    { "ib", "Ib", NULL, "#8060a0", MEEPLED_INSIDE, MEEPLED_NEVER },
    { "ic", "Ic", NULL, "#3070b0", MEEPLED_INSIDE, MEEPLED_NEVER },
    { "id", "Id", NULL, "#707070", MEEPLED_INSIDE, MEEPLED_NEVER },
    { "ie", "Ie", NULL, "#ffffff", MEEPLED_INSIDE, MEEPLED_NEVER },
    { "we", "We", NULL, "#000000", MEEPLED_WHOLE, MEEPLED_NEVER },
    { .name = NULL },
};

static const meepled_attribute_word attributes[] = {
    { "fish", "Fish", NULL }, { "stars", "Stars", NULL }, { "q", "One letter", NULL },
    { "zeal", "Zeal", NULL }, { "x-ray", "X", NULL },     { "dust", "Dust", NULL },
    { "herring", "H", NULL }, { .name = NULL },
};

static const meepled_link_word links[] = {
    { .name = "into", .joins = true },
    { .name = "by", .mutual = true },
    { .name = "at" },
    { .name = NULL },
};

static const meepled_role_word roles[] = {
    { "wa", "keeper", "Keeper", NULL },
    { "ha", "idler", "Idler", NULL },
    { "ca", "runner", "Runner", NULL },
    { .kind = NULL },
};

static const meepled_figure_word figures[] = {
    { .name = "one", .title = "One", .supply = 7, .strength = 1, .roles = roles },
    { .name = "two", .title = "Two", .supply = 3, .strength = 2, .roles = roles },
    { .name = "pet", .title = "Pet", .supply = 2, .companion = true, .roles = roles },
    { .name = NULL },
};

static const meepled_pile_word piles[] = { { "main", "Tiles", NULL }, { .name = NULL } };

static const meepled_vocabulary words = {
    .players_min = 2,
    .players_max = 8,
    .kinds = kinds,
    .attributes = attributes,
    .links = links,
    .figures = figures,
    .piles = piles,
};

static const meepled_hooks hooks = { .setup = NULL };

static const meepled_plugin plugin = {
    .abi = MEEPLED_ABI,
    .hooks_size = sizeof hooks,
    .name = "stranger",
    .version = "1.0.0",
    .summary = "for pictures",
    .license = "MIT",
    .base = true,
    .words = &words,
    .hooks = &hooks,
};

static const char tiles[] =
    "[tileset]\nid = stranger\ntitle = Stranger\n"
    "[tile open]\nstart = yes\nha-1 = NL NR EL ER SL SR WL WR\n"
    "[tile one]\nwa-1 = N E S W fish=3 stars=4 q=1 zeal=2 x-ray=1 dust=1 herring=9\n"
    /* four neighbours that no link joins; two pairs that one does; three that touch all */
    "[tile four]\nwa-1 = N\nwb-1 = E\nwc-1 = S\nwd-1 = W\n"
    "[tile pairs]\nwa-1 = N\nwb-1 = E\nwc-1 = S\nwd-1 = W\nwa-1.by = wb-1\nwc-1.by = wd-1\n"
    "[tile ring]\nwa-1 = N\nwb-1 = E\nwc-1 = S\nwd-1 = W\nwa-1.by = wb-1 wd-1\nwc-1.by = wd-1 "
    "wb-1\n"
    "[tile wrap]\nwa-1 = N\nwb-1 = E S\nwc-1 = W\nwb-1.by = wa-1 wc-1\nwa-1.by = wc-1\n"
    "[tile same]\nwa-1 = N\nwa-2 = E\nwa-3 = S\nwa-4 = W\n"
    "[tile cross]\nwa-1 = N S\nwb-1 = E W\n"
    "[tile round]\nwa-1 = N E S\nwb-1 = W zeal=1\nwa-1.by = wb-1\n"
    /* ground of several kinds, also where no border leads */
    "[tile grounds]\nca-1 = N S\nha-1 = NL SR WL WR\nhb-1 = NR EL ER SL dust=2\n"
    "[tile quarters]\nca-1 = N E S W\nha-1 = NL WR\nhb-1 = NR EL\nha-2 = ER SL\nhb-2 = SR WL\n"
    "[tile island]\nwa-1 = N W\nwb-1 = E S\nha-1 = q=1\nhb-1 =\nhc-1 =\n"
    "[tile walled]\nwa-1 = N S\nwb-1 = E\nwc-1 = W\nha-1 =\nha-2 =\nhb-1 =\n"
    /* ways of all sorts */
    "[tile bridge]\nca-1 = N S\ncb-1 = E W\nha-1 = NL WR\nha-2 = NR EL\nhb-1 = ER SL\nha-3 = SR "
    "WL\n"
    "[tile fork]\ncc-1 = N E W zeal=1\nha-1 = NL WR\nha-2 = NR EL\nha-3 = ER SL SR WL\n"
    "[tile ends]\nca-1 = N\ncb-1 = E stars=1\ncc-1 = S\nca-2 = W\nha-1 = NL WR\nha-2 = NR EL\nha-3 "
    "= ER SL\nha-4 = SR WL\n"
    "[tile through]\nwa-1 = N W\nca-1 = E\nca-2 = S\nha-1 = EL SR\nha-2 = ER SL\n"
    "[tile tunnel]\nwa-1 = N S\nca-1 = E W\nha-1 = EL WR\nha-2 = ER WL\n"
    "[tile delta]\ncb-1 = N\ncb-1.into = ic-1\ncb-2 = E\ncb-2.into = ic-2\ncb-3 = S W\ncb-3.into = "
    "ic-1\nic-1 = fish=1\nic-2 = fish=12\n"
    "ha-1 = NL WR\nha-2 = NR EL\nha-3 = ER SL\nha-4 = SR WL\n"
    /* much inside */
    "[tile busy]\nia-1 =\nib-1 =\nic-1 = fish=2\nid-1 =\nie-1 = herring=3\nha-1 = NL NR EL ER SL "
    "SR WL WR stars=3 zeal=1\n"
    "[tile coast]\nwa-1 = N E\nwd-1 = S W\nwa-1.by = wd-1\nia-1 =\nia-1.at = wa-1\nia-2 =\nia-2.at "
    "= wd-1 wa-1\nib-1 =\nib-1.at = ia-1\n"
    "[tile lost]\nwa-1 = N E S W\nwe-1 =\nca-1 =\nha-1 =\nca-1.into = we-1\n";

meepled_stack *
stranger_new(void)
{
    static const meepled_plugin *const plugins[] = { &plugin };

    return workshop_stack(plugins, 1, tiles);
}
