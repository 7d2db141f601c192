#include "output/config_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

using settings::Origin;
using settings::Row;
using settings::Type;

/// A value that is no secret, as both forms may show it: the queries of addresses are hidden.
std::string without_query(const Row& row) {
  const bool address =
      row.spec->type == Type::url || row.spec->id == settings::Id::openlineage_endpoint;
  const auto at = address ? row.value->find_first_of("?#") : std::string::npos;
  return at == std::string::npos ? *row.value : row.value->substr(0, at) + "?…";
}

/// The value as the text form shows it; empty when there is none.
std::string shown_value(const Row& row) {
  if (row.problem) return "";
  if (row.spec->type == Type::secret) {
    return row.is_set()
               ? "set (" + text::count_of(row.secret.size(), "character", "characters") + ")"
               : "";
  }
  if (!row.value) return "";
  return text::escape_untrusted(without_query(row), 200);
}

std::string origin_word(const Row& row) {
  switch (row.origin) {
    case Origin::unset:
      return "unset";
    case Origin::default_value:
      return "default";
    case Origin::env_file:
      return row.where;
    case Origin::environment:
      return "environment";
  }
  return "";
}

std::string origin_text(const Row& row) {
  std::string out = origin_word(row);
  if (row.variable != row.spec->variable) out += ", by " + row.variable;
  return out;
}

std::string remarks(const Row& row, const Style& style) {
  std::string out;
  if (row.problem) {
    out += "    " + style.red("error:") + " " + row.problem->message + "\n";
    if (!row.problem->hint.empty()) out += "    hint: " + row.problem->hint + "\n";
  }
  for (const auto& warning : row.warnings) {
    out += "    " + style.yellow("warning:") + " " + warning + "\n";
  }
  return out;
}

std::string one_setting(const Row& row, const Style& style) {
  const auto value = shown_value(row);
  std::vector<Pair> lines{{"value", value.empty() ? "(none)" : value}, {"from", origin_text(row)}};
  if (!row.spec->default_value.empty()) {
    lines.push_back({"default", std::string(row.spec->default_value)});
  }
  for (const auto fallback : row.spec->fallbacks) {
    if (!fallback.empty()) lines.push_back({"fallback", std::string(fallback)});
  }
  lines.push_back({"meaning", std::string(row.spec->meaning)});
  lines.push_back({"defined by", std::string(row.spec->source)});
  return style.bold(row.spec->variable) + "\n" + two_columns(lines) + remarks(row, style);
}

std::string group_table(const settings::Settings& settings, settings::Group group,
                        std::size_t name_width, const Style& style) {
  std::string out;
  for (const auto& row : settings.rows()) {
    if (row.spec->group != group) continue;
    const auto value = shown_value(row);
    const std::string name(row.spec->variable);
    out += "  " + name + std::string(name_width - name.size() + 2, ' ');
    if (row.problem) {
      out += style.red("unusable") + "  " + style.dim(origin_text(row));
    } else if (value.empty()) {
      out += style.dim("unset");
    } else {
      out += value + "  " + style.dim("(" + origin_text(row) + ")");
    }
    out += "\n" + remarks(row, style);
  }
  return out;
}

}  // namespace

std::string config_text(const settings::Settings& settings, const std::vector<settings::Id>& ids,
                        const std::vector<std::string>& unused, bool whole, const Style& style) {
  std::string out;
  if (whole) {
    for (const auto id : ids)
      out += one_setting(settings.row(id), style);
    return out;
  }
  std::size_t name_width = 0;
  for (const auto& spec : settings::table()) {
    name_width = std::max(name_width, spec.variable.size());
  }
  for (const auto group :
       {settings::Group::gates, settings::Group::identity, settings::Group::delivery,
        settings::Group::grants, settings::Group::snapshots, settings::Group::openlineage}) {
    out += (out.empty() ? "" : "\n") + style.bold(settings::title(group)) + "\n" +
           group_table(settings, group, name_width, style);
  }
  if (!unused.empty()) {
    out += "\n" + style.bold("Not used by this program") + "\n";
    for (const auto& name : unused)
      out += "  " + text::escape_untrusted(name, 100) + "\n";
  }
  return out + "\n\"mage-lineage config NAME\" explains one setting.\n";
}

std::string config_json(const settings::Settings& settings, const std::vector<settings::Id>& ids,
                        const std::vector<std::string>& unused) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").key("settings").begin_array();
  for (const auto id : ids) {
    const Row& row = settings.row(id);
    const bool secret = row.spec->type == Type::secret;
    out.begin_object().member("name", row.spec->variable).member("set", row.is_set());
    out.member("secret", secret).key("value");
    if (secret || row.problem || !row.value) {
      out.null();
    } else {
      out.value(without_query(row));
    }
    out.member("origin", row.origin == Origin::env_file ? "env_file" : origin_word(row));
    out.member("variable", row.variable);
    if (!row.where.empty()) out.member("where", row.where);
    out.key("default");
    if (row.spec->default_value.empty()) {
      out.null();
    } else {
      out.value(row.spec->default_value);
    }
    out.member("meaning", row.spec->meaning).member("source", row.spec->source);
    out.key("warnings").begin_array();
    for (const auto& warning : row.warnings)
      out.value(warning);
    out.end_array();
    if (row.problem) {
      out.key("problem").begin_object().member("message", row.problem->message);
      out.member("hint", row.problem->hint).end_object();
    }
    out.end_object();
  }
  out.end_array().key("unused").begin_array();
  for (const auto& name : unused)
    out.value(name);
  out.end_array().end_object();
  return out.text() + "\n";
}

std::string config_template() {
  std::string out =
      "# Settings of mage-lineage: fill in, remove the # before what you set, and give the file "
      "to\n"
      "# --env-file. The environment wins over this file. Keep credentials out of version "
      "control.\n";
  const settings::Group* last = nullptr;
  for (const auto& spec : settings::table()) {
    if (last == nullptr || *last != spec.group) {
      out += "\n# --- " + std::string(settings::title(spec.group)) + " ---\n";
      last = &spec.group;
    }
    out += "\n# " + std::string(spec.meaning) + "\n";
    for (const auto fallback : spec.fallbacks) {
      if (!fallback.empty()) out += "# (read as well when unset: " + std::string(fallback) + ")\n";
    }
    out += "#" + std::string(spec.variable) + "=" + std::string(spec.default_value) + "\n";
  }
  return out;
}

}  // namespace mage_lineage::output
