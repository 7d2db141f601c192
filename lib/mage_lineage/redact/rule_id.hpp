#pragma once

#include <cstdint>

namespace mage_lineage::redact {

/// Names a row of the table of rules; the rows stand in this order.
enum class RuleId : std::uint16_t {
  password,
  secret,
  token,
  api_key,
  credential,
  default_value,
  url_password,
  connection_string,
  sql_password,
  command_line,
  login_call,
  authorization,
  private_key,
  password_hash,
  jwt,
  signed_url,
  kubernetes_secret,
  yaml_value,
  aws_key,
  azure_key,
  google_key,
  github_token,
  gitlab_token,
  slack_token,
  webhook_url,
  ai_key,
  payment_key,
  package_token,
  database_token,
  monitoring_token,
  cloud_token,
  service_token,
  unsettled,
  count_
};

}  // namespace mage_lineage::redact
