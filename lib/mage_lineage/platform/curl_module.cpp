// The module `mage-lineage-curl`: libcurl behind one table. It uses nothing of the C++ library.
#include <mage_lineage/platform/curl_api.hpp>

extern "C" {
__attribute__((
    visibility("default"))) extern const mage_lineage::platform::CurlApi mage_lineage_curl_api;

const mage_lineage::platform::CurlApi mage_lineage_curl_api{
    mage_lineage::platform::kCurlApiLayout,
    curl_global_init,
    curl_easy_init,
    curl_easy_setopt,
    curl_easy_perform,
    curl_easy_getinfo,
    curl_easy_reset,
    curl_easy_cleanup,
    curl_easy_strerror,
    curl_slist_append,
    curl_slist_free_all,
    curl_multi_init,
    curl_multi_setopt,
    curl_multi_add_handle,
    curl_multi_remove_handle,
    curl_multi_socket_action,
    curl_multi_info_read,
    curl_multi_cleanup,
};
}
