#pragma once

#include <mage_lineage/core/error.hpp>

#include <string>
#include <string_view>

namespace mage_lineage::output {

enum class ColorWish { automatic, always, never };

/// Turns text into coloured text, or leaves it when the stream takes no colour.
struct Style {
  bool color = false;
  std::string bold(std::string_view s) const { return wrap("1", s); }
  std::string dim(std::string_view s) const { return wrap("2", s); }
  std::string red(std::string_view s) const { return wrap("31", s); }
  std::string green(std::string_view s) const { return wrap("32", s); }
  std::string yellow(std::string_view s) const { return wrap("33", s); }
  std::string wrap(std::string_view code, std::string_view s) const;
};

/// Where text goes: a file descriptor in the program, a string in tests.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(std::string_view text) = 0;
  virtual bool is_terminal() const = 0;
  /// False once something could not be written, other than to a reader that has gone.
  virtual bool works() const { return true; }
};

/// The two streams of a command. Results go to `out`, everything else to the other functions.
/// Text given here is trusted: names, messages and claims from outside pass text::escape_untrusted
/// first.
class Terminal {
 public:
  Terminal(Sink& out, Sink& err, ColorWish wish, bool color_allowed, bool quiet, bool verbose);

  void out(std::string_view text);
  /// A remark on standard error, one line; silent under --quiet.
  void note(std::string_view line);
  /// A remark that only --verbose shows.
  void detail(std::string_view line);
  /// `mage-lineage: warning: …`; shown under --quiet as well.
  void warn(std::string_view line);
  /// Text for standard error as it is (reports, progress).
  void err(std::string_view text);

  Style out_style() const { return {out_color_}; }
  Style err_style() const { return {err_color_}; }
  bool out_works() const { return out_.works(); }
  bool out_is_terminal() const { return out_.is_terminal(); }
  bool err_is_terminal() const { return err_.is_terminal(); }

 private:
  Sink& out_;
  Sink& err_;
  bool out_color_;
  bool err_color_;
  bool quiet_;
  bool verbose_;
};

/// An error for a person: `FILE:LINE:COLUMN: error: …` or `mage-lineage: error: …`, what was being
/// done and the way out, a line each.
std::string error_text(const Error& error, const Style& style);
/// The same as one JSON object and a line feed:
/// `{"error":{"code","message","position"?,"hint"?,"context"?}}`.
std::string error_json(const Error& error);

}  // namespace mage_lineage::output
