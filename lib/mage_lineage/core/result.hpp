#pragma once

#include <mage_lineage/core/error.hpp>

#include <tl/expected.hpp>
#include <utility>

namespace mage_lineage {

/// A value or the Error that kept it from being made; the one error style of the library. It cannot
/// be dropped in silence: the type is [[nodiscard]]. Return `fail(code, message)` for the error.
template <class T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using Base = tl::expected<T, Error>;
  using Base::Base;
  Result() = default;
  Result(Base base) : Base(std::move(base)) {}  // NOLINT(google-explicit-constructor)
};

using Failure = tl::unexpected<Error>;

/// Makes the failing side of any Result.
inline Failure fail(Error error) {
  return Failure(std::move(error));
}
inline Failure fail(ErrorCode code, std::string message, std::string hint = {}) {
  return Failure(Error{code, std::move(message), {}, std::move(hint), {}});
}

}  // namespace mage_lineage
