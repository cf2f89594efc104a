-- Which version of a rule was judged by what was so already; null: none yet.
alter table alarm_rule add judged_version int;
create index alarm_rule_unjudged on alarm_rule (company_id) where judged_version is distinct from version;

-- The alarms of one rule, also of the cleared.
create index alarm_rule_raised on alarm (rule_id, raised_at desc);

-- The incident that is under way in a zone is that of its newest open alarm.
create index alarm_open_last on alarm (company_id, last_at desc) where cleared_at is null;

-- Only what other nodes judge by is theirs to read anew.
drop trigger tell_alarm_rules on alarm_rule;
create trigger tell_alarm_rules after insert or delete or update of version, enabled, deleted_at on alarm_rule
  for each statement execute function tell('alarm_rules');

-- What is wrong with the record of a company is of no device.
alter table alarm_condition alter device_id drop not null;
