#include <mage_lineage/core/error.hpp>

#include <utility>

namespace mage_lineage {

const char* to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return "usage";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::permission:
      return "permission";
    case ErrorCode::not_regular:
      return "not_regular";
    case ErrorCode::outside:
      return "outside";
    case ErrorCode::too_large:
      return "too_large";
    case ErrorCode::malformed:
      return "malformed";
    case ErrorCode::invalid:
      return "invalid";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::conflict:
      return "conflict";
    case ErrorCode::io:
      return "io";
    case ErrorCode::network:
      return "network";
    case ErrorCode::timeout:
      return "timeout";
    case ErrorCode::rejected:
      return "rejected";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

Error& Error::at(std::string where) {
  position = std::move(where);
  return *this;
}

Error& Error::with_hint(std::string way_out) {
  hint = std::move(way_out);
  return *this;
}

Error& Error::while_doing(std::string what) {
  context.push_back(std::move(what));
  return *this;
}

int exit_status(const Error& error) {
  switch (error.code) {
    case ErrorCode::usage:
      return 2;
    case ErrorCode::network:
    case ErrorCode::timeout:
    case ErrorCode::rejected:
      return 4;
    case ErrorCode::internal:
      return 70;
    default:
      return 3;
  }
}

}  // namespace mage_lineage
