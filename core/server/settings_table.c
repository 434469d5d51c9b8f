/* Which settings there are. */
#include "server/settings.h"

static const char *const backends[] = { "sqlite", NULL };
static const char *const levels[] = { "error", "warning", "info", "debug", NULL };
static const char *const formats[] = { "text", "json", NULL };

/* when a change counts */
#define RESTART true
#define RELOAD false

#define AT(member) offsetof(struct settings, member)

const struct setting settings_table[] = {
    { "server", "listen", SETTING_ADDRESS, RESTART, AT(server_listen), "127.0.0.1:8080",
      .help =
          "Where to listen, as 127.0.0.1:8080, 0.0.0.0:80 or [::]:80.  Port 0 takes a free one." },
    { "server", "threads", SETTING_NUMBER, RESTART, AT(server_threads), "0", 0, 256,
      .help = "Threads that answer requests.  0: one a processor." },
    { "server", "cors_origins", SETTING_ORIGINS, RESTART, AT(server_cors_origins), "",
      .help = "Origins whose pages may call the API from a browser, blanks between; * is any." },
    { "server", "tls_cert", SETTING_FILE, RESTART, AT(server_tls_cert), "",
      .help = "Certificate chain (PEM) to serve HTTPS with.  Empty: plain HTTP." },
    { "server", "tls_key", SETTING_FILE, RESTART, AT(server_tls_key), "",
      .help = "The certificate's private key (PEM)." },
    { "server", "max_body", SETTING_NUMBER, RESTART, AT(server_max_body), "65536", 1024, 16777216,
      .help = "Bytes of a request's body at most." },
    { "server", "max_connections", SETTING_NUMBER, RESTART, AT(server_max_connections), "1024", 1,
      1000000, .help = "Connections at once at most." },
    { "server", "idle_timeout_s", SETTING_NUMBER, RESTART, AT(server_idle_timeout_s), "60", 1,
      86400, .help = "Seconds after which a silent connection is closed." },
    { "store", "backend", SETTING_WORD, RESTART, AT(store_backend), "sqlite", .words = backends,
      .help = "What keeps the games: sqlite." },
    { "store", "path", SETTING_PATH, RESTART, AT(store_path), "{state}/meepled.db",
      .help = "The file of the games.  Its folder is made when it is missing." },
    { "plugins", "path", SETTING_PATHS, RELOAD, AT(plugins_path), "{lib}/plugins",
      .help = "Folders of rules plugins (every *.so in them) or single files." },
    { "plugins", "strict", SETTING_FLAG, RELOAD, AT(plugins_strict), "no",
      .help = "Whether a plugin that cannot be used is a mistake, instead of being left out." },
    { "tilesets", "path", SETTING_PATHS, RELOAD, AT(tilesets_path), "{share}/tilesets",
      .help = "Folders of tile sets (every *.ini in them) or single files." },
    { "variants", "path", SETTING_PATHS, RELOAD, AT(variants_path), "{share}/variants",
      .help = "Folders of variants (every *.ini in them) or single files." },
    { "games", "fixed_decks", SETTING_FLAG, RELOAD, AT(games_fixed_decks), "no",
      .help = "Whether whoever creates a game may fix its seed and the order of its tiles." },
    { "games", "max_live", SETTING_NUMBER, RELOAD, AT(games_max_live), "10000", 1, 100000000,
      .help = "Games in memory at most; the others are replayed from the store when asked for." },
    { "games", "evict_after_s", SETTING_NUMBER, RELOAD, AT(games_evict_after_s), "3600", 1,
      31536000, .help = "Seconds after which a game nobody asks for leaves memory." },
    { "games", "action_cpu_ms", SETTING_NUMBER, RELOAD, AT(games_action_cpu_ms), "2000", 0, 3600000,
      .help =
          "Milliseconds of processor time the rules may take for one action; a game that takes\n"
          "more, or waits ten times as long, is frozen.  0: no limit." },
    { "limits", "games_stored", SETTING_NUMBER, RELOAD, AT(limits_games_stored), "0", 0, 1000000000,
      .help = "Games in the store at most: no new ones beyond.  0: no limit." },
    { "admin", "token_file", SETTING_FILE, RELOAD, AT(admin_token_file), "",
      .help = "File whose first line is the administrator's token: 16 characters or more, for the\n"
              "owner's eyes only (mode 0600).  Empty: there is none." },
    { "log", "level", SETTING_WORD, RELOAD, AT(log_level), "info", .words = levels,
      .help = "The least that is logged: error, warning, info, debug." },
    { "log", "format", SETTING_WORD, RELOAD, AT(log_format), "text", .words = formats,
      .help = "One line an event: text, or json." },
    { .section = NULL },
};
