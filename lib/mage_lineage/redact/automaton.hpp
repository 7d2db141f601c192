#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mage_lineage::redact {

/// Finds many literals in one walk (Aho and Corasick, CACM 18(6), 1975), ignoring the case of ASCII
/// letters. The goto and failure functions are folded into one table of a row a state, so that
/// every byte costs one look-up; four places of the text are walked at once, because one walk alone
/// only waits for memory. Immutable.
class Automaton {
 public:
  /// Where a literal ends in the text, and its index in the list that was given.
  struct Hit {
    std::size_t end;
    std::uint16_t literal;
  };

  /// The literals must be in lower case, and none empty.
  explicit Automaton(const std::vector<std::string_view>& literals);

  /// Bytes that one call of `scan` takes at most.
  static constexpr std::size_t kBlock = std::size_t{64} << 10U;

  static constexpr std::size_t kLanes = 4;

  /// Where a literal ends, and in which state.
  struct Ending {
    std::size_t end;
    std::uint32_t state;
  };
  /// Memory that calls of `scan` share; its hits are those of the last call.
  struct Workspace {
    std::vector<Hit> hits;
    std::array<std::vector<Ending>, kLanes> lanes;
    std::vector<Ending> ignored;
  };

  /// Finds the literals that end in (`from`, min(`from` + kBlock, size)], in order of their ends.
  /// Literals that begin before `from` count.
  void scan(std::string_view text, std::size_t from, Workspace& work) const;

 private:
  static constexpr std::size_t kNarrowest =
      64;                                  ///< bytes below which a lane is not worth its start
  static constexpr unsigned kRowBits = 6;  ///< a row has room for 64 kinds of bytes

  /// Gives each kind of byte its column; returns how many there are.
  std::size_t classify(const std::vector<std::string_view>& literals);
  void build(const std::vector<std::string_view>& literals, std::size_t columns);
  std::uint32_t walk(std::string_view bytes, std::uint32_t state, std::size_t base,
                     std::vector<Ending>& out) const;

  std::array<std::uint8_t, 256> kind_{};  ///< a byte's column in the table
  std::vector<std::uint32_t>
      table_;                      ///< rows, by state; a state is the index of its row's first cell
  std::uint32_t first_final_ = 0;  ///< states from here on end a literal
  std::vector<std::uint32_t> outputs_at_;  ///< by final state: where its literals begin in outputs_
  std::vector<std::uint16_t> outputs_;
  std::size_t longest_ = 0;
};

}  // namespace mage_lineage::redact
