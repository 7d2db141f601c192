#include "output/terminal.hpp"

#include <mage_lineage/formats/json_writer.hpp>

namespace mage_lineage::output {

std::string Style::wrap(std::string_view code, std::string_view s) const {
  if (!color || s.empty()) return std::string(s);
  return "\x1b[" + std::string(code) + "m" + std::string(s) + "\x1b[0m";
}

namespace {

bool use_color(ColorWish wish, bool allowed, const Sink& sink) {
  if (wish == ColorWish::automatic) return allowed && sink.is_terminal();
  return wish == ColorWish::always;
}

}  // namespace

Terminal::Terminal(Sink& out, Sink& err, ColorWish wish, bool color_allowed, bool quiet,
                   bool verbose)
    : out_(out),
      err_(err),
      out_color_(use_color(wish, color_allowed, out)),
      err_color_(use_color(wish, color_allowed, err)),
      quiet_(quiet),
      verbose_(verbose) {}

void Terminal::out(std::string_view text) {
  out_.write(text);
}

void Terminal::err(std::string_view text) {
  err_.write(text);
}

void Terminal::note(std::string_view line) {
  if (!quiet_) err_.write(std::string(line) + "\n");
}

void Terminal::detail(std::string_view line) {
  if (verbose_ && !quiet_) err_.write(err_style().dim(line) + "\n");
}

void Terminal::warn(std::string_view line) {
  err_.write("mage-lineage: " + err_style().yellow("warning:") + " " + std::string(line) + "\n");
}

std::string error_text(const Error& error, const Style& style) {
  std::string text = error.position.empty() ? "mage-lineage" : error.position;
  text += ": " + style.red("error:") + " " + error.message + "\n";
  for (const auto& line : error.context)
    text += "  " + line + "\n";
  if (!error.hint.empty()) text += "  " + style.bold("hint:") + " " + error.hint + "\n";
  return text;
}

std::string error_json(const Error& error) {
  json::Writer out(json::Style::compact);
  out.begin_object().key("error").begin_object();
  out.member("code", to_string(error.code)).member("message", error.message);
  if (!error.position.empty()) out.member("position", error.position);
  if (!error.hint.empty()) out.member("hint", error.hint);
  if (!error.context.empty()) {
    out.key("context").begin_array();
    for (const auto& line : error.context)
      out.value(line);
    out.end_array();
  }
  out.end_object().end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
