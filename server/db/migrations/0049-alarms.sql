-- Alarm rules, each with all its versions; how their conditions stand at each source; alarms, one open per rule and source;
-- and every transition of them.
create table alarm_rule (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  -- which of the rules that every company begins with; null: made by hand
  preset text,
  version int not null,
  enabled boolean not null,
  deleted_at timestamptz,
  unique (company_id, preset)
);
create index alarm_rule_company on alarm_rule (company_id) where deleted_at is null;

create table alarm_rule_version (
  rule_id uuid not null references alarm_rule on delete cascade,
  version int not null,
  name text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  -- as contract/safety/alarm-rules.ts has them: condition, scope, suppressedBy, latches, reasonAsked, checklist
  definition jsonb not null,
  created_at timestamptz not null,
  -- null: the server itself
  created_by text,
  primary key (rule_id, version)
);

-- Where a condition is not normal: no row, nothing to say.
create table alarm_condition (
  rule_id uuid not null references alarm_rule on delete cascade,
  -- a device, a part of one (device/part), or a place (zone:..., site:..., company:...)
  source text not null,
  device_id uuid not null references device on delete cascade,
  state text not null check (state in ('pending', 'active', 'returning')),
  since timestamptz not null,
  -- when its delay ends
  due_at timestamptz,
  last_at timestamptz not null,
  -- as last measured
  value double precision,
  -- of what is counted: each occurrence within the time that it is counted in
  recent timestamptz[] not null default '{}',
  primary key (rule_id, source)
);
create index alarm_condition_device on alarm_condition (device_id);
create index alarm_condition_due on alarm_condition (due_at) where due_at is not null;

create table alarm (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  rule_id uuid not null,
  rule_version int not null,
  source text not null,
  -- of a place: the device that completed its condition; null: of the installation
  device_id uuid references device on delete cascade,
  part text,
  title text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  correlation_id uuid not null,
  is_first_out boolean not null,
  value double precision,
  unit text,
  is_active boolean not null,
  raised_at timestamptz not null,
  last_at timestamptz not null,
  returned_at timestamptz,
  count int not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_note text,
  shelved_at timestamptz,
  shelved_until timestamptz,
  shelved_by text,
  shelved_reason text,
  is_suppressed boolean not null,
  is_out_of_service boolean not null,
  is_annunciated boolean not null,
  latches boolean not null,
  reason_asked boolean not null,
  checklist text[] not null,
  assignee_id uuid references users on delete set null,
  cleared_at timestamptz,
  cleared_by text,
  cleared_reason text,
  -- the same in server/safety/alarms/alarm-life.ts
  state text not null generated always as (case
    when cleared_at is not null then 'cleared'
    when is_out_of_service then 'out-of-service'
    when is_suppressed then 'suppressed'
    when shelved_at is not null then 'shelved'
    when is_active then case when acknowledged_at is null then 'unacknowledged' else 'acknowledged' end
    when acknowledged_at is null then 'returned-unacknowledged'
    else 'latched' end) stored,
  -- what asks for a response first, the worst of it first, of equals the newest
  urgency numeric not null generated always as (
    (case
      when cleared_at is not null then 70
      when is_out_of_service then 60
      when is_suppressed then 50
      when shelved_at is not null then 40
      when acknowledged_at is null then 0
      when is_active then 20
      else 30 end
    + case severity when 'critical' then 0 when 'high' then 2 when 'medium' then 4 else 6 end
    + case when is_active then 0 else 1 end) * 100000000000.0
    - extract(epoch from last_at - timestamptz '1970-01-01 00:00:00+00')) stored,
  foreign key (rule_id, rule_version) references alarm_rule_version (rule_id, version) on delete cascade,
  check ((returned_at is null) = is_active),
  check (num_nonnulls(shelved_at, shelved_until, shelved_by, shelved_reason) in (0, 4))
);
create unique index alarm_open on alarm (rule_id, source) where cleared_at is null;
create index alarm_urgency on alarm (company_id, urgency, id) where cleared_at is null;
-- of the cleared as well, which come last
create index alarm_urgency_of_all on alarm (company_id, urgency, id);
create index alarm_raised on alarm (company_id, raised_at desc, id desc);
create index alarm_device on alarm (device_id, raised_at desc);
create index alarm_correlation on alarm (correlation_id);
create index alarm_assignee on alarm (assignee_id) where assignee_id is not null;
create index alarm_shelf on alarm (shelved_until) where shelved_until is not null and cleared_at is null;

create table alarm_transition (
  alarm_id uuid not null references alarm on delete cascade,
  at timestamptz not null,
  -- of what happened in the same moment
  n bigint not null generated always as identity,
  what text not null,
  -- null: the server itself
  by text,
  note text,
  -- of the incident that it belongs to: an alarm that occurs again may be part of another
  correlation_id uuid not null,
  primary key (alarm_id, n)
);
create index alarm_transition_correlation on alarm_transition (correlation_id);

create table alarm_check (
  alarm_id uuid not null references alarm on delete cascade,
  step int not null,
  at timestamptz not null,
  by text not null,
  primary key (alarm_id, step)
);

-- Maintenance is of devices of every kind: nobody is notified of alarms of one that somebody works at.
alter table device
  add out_of_service_since timestamptz,
  add out_of_service_reason text,
  add out_of_service_by text,
  add check (num_nonnulls(out_of_service_since, out_of_service_reason, out_of_service_by) in (0, 3));
update device d set out_of_service_since = o.maintenance_since, out_of_service_reason = o.maintenance_reason,
  out_of_service_by = o.maintenance_by
from door o where o.device_id = d.id and o.maintenance_since is not null;
alter table door drop maintenance_since, drop maintenance_reason, drop maintenance_by;

-- Who had acknowledged what a door is in alarm of: nobody is notified of it once more when its rule raises it.
create table door_acknowledged (
  device_id uuid primary key references device on delete cascade,
  -- of the incident of the door: of a later one nobody has acknowledged anything
  correlation_id uuid not null,
  at timestamptz not null,
  by text not null,
  note text
);
insert into door_acknowledged (device_id, correlation_id, at, by, note)
select device_id, correlation_id, acknowledged_at, acknowledged_by, acknowledged_note
from door_state where alarm <> 'Normal' and acknowledged_at is not null and acknowledged_by is not null
  and correlation_id is not null and incident_over_at is null;

-- What asks for a response, and who acknowledged it, is an alarm now; so is a device that is offline, and a low battery.
alter table door_state drop alarm_since, drop acknowledged_at, drop acknowledged_by, drop acknowledged_note,
  drop unacknowledged, drop alarm_count, drop returned_at;
alter table door_watch drop battery_told_at;
alter table device_status drop outage_told_at, drop outage_quiet_until, drop outage_over_since;

-- What webhooks were sent of these are alarms now.
update webhook set kinds = array(
    select distinct t.kind from unnest(kinds) k cross join lateral unnest(case
      when k in ('device-offline', 'device-online', 'door-forced-open', 'door-held-open', 'door-duress', 'door-battery-low')
      then array['alarm.raised', 'alarm.acknowledged', 'alarm.cleared'] else array[k] end) t (kind) order by t.kind)
where kinds is not null;

-- Rules of another node.
create trigger tell_alarm_rules after insert or update or delete on alarm_rule
  for each statement execute function tell('alarm_rules');

create table escalation_policy (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  -- as contract/safety/escalations.ts has them
  steps jsonb not null,
  repeat_seconds int,
  default_for text check (default_for in ('urgent', 'others')),
  version int not null,
  changed_at timestamptz not null,
  -- null: the server itself
  changed_by text,
  unique (company_id, default_for)
);
create unique index escalation_policy_name on escalation_policy (company_id, lower(name));

-- Of alarms that nobody has acknowledged: how far they are notified of. The steps are those that held when it began.
create table alarm_escalation (
  alarm_id uuid primary key references alarm on delete cascade,
  policy text not null,
  steps jsonb not null,
  repeat_seconds int,
  next_step int not null,
  -- null: that was all
  due_at timestamptz,
  notified_at timestamptz,
  -- a person who is not notified of it
  hidden_from uuid
);
create index alarm_escalation_due on alarm_escalation (due_at) where due_at is not null;

create table on_call_rota (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  user_ids uuid[] not null,
  hand_over_at text not null,
  every_days int not null,
  starts_on date not null
);
create unique index on_call_rota_name on on_call_rota (company_id, lower(name));

create table on_call_override (
  id uuid primary key,
  rota_id uuid not null references on_call_rota on delete cascade,
  user_id uuid not null references users on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  made_at timestamptz not null,
  check (from_at < to_at)
);
create index on_call_override_rota on on_call_override (rota_id, from_at);

create table on_call_absence (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  user_id uuid not null references users on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  note text,
  check (from_at < to_at)
);
create index on_call_absence_company on on_call_absence (company_id, to_at);

-- Links of letters that acknowledge an alarm, each once.
create table alarm_link (
  token_hash bytea primary key,
  alarm_id uuid not null references alarm on delete cascade,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index alarm_link_alarm on alarm_link (alarm_id);

create table shift_note (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  at timestamptz not null,
  user_id uuid references users on delete set null,
  by text not null,
  text text not null
);
create index shift_note_company on shift_note (company_id, at desc, id desc);

create table shift_note_read (
  note_id uuid not null references shift_note on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  at timestamptz not null,
  primary key (note_id, user_id)
);

-- Which alarms it notifies of, and by which channels whatever its person chose.
alter table notification
  add column alarm_ids uuid[] not null default '{}',
  add column channels text[];
create index notification_alarms on notification using gin (alarm_ids) where alarm_ids <> '{}';
