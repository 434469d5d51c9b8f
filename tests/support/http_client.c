#include "http_client.h"

#include "http_schema.h"

#include <check.h>
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct client {
    CURL *curl;
    char url[128];
    const char *trusted; /* file of certificates, NULL: the usual ones */
};

struct client *
client_new(const char *url)
{
    struct client *client = calloc(1, sizeof *client);

    ck_assert_ptr_nonnull(client);
    client->curl = curl_easy_init();
    ck_assert_ptr_nonnull(client->curl);
    snprintf(client->url, sizeof client->url, "%s", url);
    return client;
}

void
client_free(struct client *client)
{
    curl_easy_cleanup(client->curl);
    free(client);
}

void
client_trust(struct client *client, const char *file)
{
    client->trusted = file;
}

static size_t
collect(char *bytes, size_t size, size_t count, void *out)
{
    return fwrite(bytes, size, count, out);
}

static struct curl_slist *
headers_of(const struct ask *ask, char *token, size_t token_size)
{
    struct curl_slist *list = curl_slist_append(NULL, "Expect:");

    if (ask->token) {
        snprintf(token, token_size, "Authorization: Bearer %s", ask->token);
        list = curl_slist_append(list, token);
    }
    if (ask->body) {
        char type[128];
        snprintf(type, sizeof type, "Content-Type:%s%s", ask->type && !ask->type[0] ? "" : " ",
                 ask->type ? ask->type : "application/json");
        list = curl_slist_append(list, type);
    }
    for (size_t i = 0; i < sizeof ask->headers / sizeof ask->headers[0] && ask->headers[i]; i++)
        list = curl_slist_append(list, ask->headers[i]);
    return list;
}

struct reply
client_ask(struct client *client, const struct ask *ask)
{
    CURL *curl = client->curl;
    const char *method = ask->method ? ask->method : "GET";
    struct reply reply = { 0 };
    size_t headers_len = 0;
    char url[1024], token[256];
    FILE *body = open_memstream(&reply.text, &reply.len);
    FILE *head = open_memstream(&reply.headers, &headers_len);
    struct curl_slist *headers = headers_of(ask, token, sizeof token);
    long status = 0;

    snprintf(url, sizeof url, "%s%s", client->url, ask->path);
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 60L);
    if (client->trusted)
        curl_easy_setopt(curl, CURLOPT_CAINFO, client->trusted);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, head);
    if (ask->body) {
        const size_t len = ask->body_len ? ask->body_len : strlen(ask->body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)len);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ask->body);
    } else if (strcmp(method, "POST") == 0) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, 0L);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, "");
    }
    if (strcmp(method, "HEAD") == 0)
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    else
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method);
    const CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    fclose(body);
    fclose(head);
    ck_assert_msg(code == CURLE_OK, "%s %s: %s", method, ask->path, curl_easy_strerror(code));
    reply.status = (int)status;
    reply.json = json_loadb(reply.text, reply.len, JSON_REJECT_DUPLICATES, NULL);
    if (!ask->undocumented)
        schema_check_reply(method, ask->path, &reply);
    return reply;
}

void
reply_clear(struct reply *reply)
{
    json_decref(reply->json);
    free(reply->text);
    free(reply->headers);
    *reply = (struct reply){ 0 };
}

const char *
reply_header(const struct reply *reply, const char *name)
{
    static char value[512];
    const size_t len = strlen(name);

    value[0] = '\0';
    for (const char *line = reply->headers; line && *line;) {
        const size_t end = strcspn(line, "\r\n");
        if (strncasecmp(line, name, len) == 0 && line[len] == ':')
            snprintf(value, sizeof value, "%.*s", (int)(end - len - 2), line + len + 2);
        line += end + strspn(line + end, "\r\n");
    }
    return value;
}

const char *
reply_text(const struct reply *reply, const char *member)
{
    const char *text = json_string_value(json_object_get(reply->json, member));

    ck_assert_msg(text != NULL, "no text \"%s\" in %s", member, reply->text);
    return text;
}

json_int_t
reply_int(const struct reply *reply, const char *member)
{
    const json_t *value = json_object_get(reply->json, member);

    ck_assert_msg(json_is_integer(value), "no number \"%s\" in %s", member, reply->text);
    return json_integer_value(value);
}

struct reply
client_get(struct client *client, int status, const char *code, const struct ask *ask)
{
    struct reply reply = client_ask(client, ask);

    ck_assert_msg(reply.status == status, "%s %s with %.200s: %d instead of %d: %s",
                  ask->method ? ask->method : "GET", ask->path, ask->body ? ask->body : "nothing",
                  reply.status, status, reply.text);
    if (code)
        ck_assert_str_eq(reply_text(&reply, "code"), code);
    return reply;
}

void
client_expect(struct client *client, int status, const char *code, const struct ask *ask)
{
    struct reply reply = client_get(client, status, code, ask);

    reply_clear(&reply);
}
