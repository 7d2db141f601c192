#pragma once

#include <curl/curl.h>

namespace mage_lineage::platform {

/// What the program uses of libcurl, as a table that the module `mage-lineage-curl` fills in.
/// Linking libcurl costs every command several times its own start-up, so that only this table
/// knows it. Plain data with C linkage inside: no C++ object crosses the border.
struct CurlApi {
  unsigned layout;  ///< kCurlApiLayout of the build that made the module
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_reset) easy_reset;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_setopt) multi_setopt;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_multi_socket_action) multi_socket_action;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_multi_cleanup) multi_cleanup;
};

constexpr unsigned kCurlApiLayout = 2;
constexpr const char* kCurlApiSymbol = "mage_lineage_curl_api";

}  // namespace mage_lineage::platform
