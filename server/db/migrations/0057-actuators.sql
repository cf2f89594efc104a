-- Actuators: horns, strobes and ventilation that are switched by relays; what is wanted of each, by effects of alarms or by
-- hand, and how far it was told. Forward only.

alter table device drop constraint device_kind_check,
  add constraint device_kind_check check (kind in ('door', 'camera', 'intercom', 'gas', 'counter', 'actuator'));
alter table command drop constraint command_asked_check,
  add constraint command_asked_check check (asked in ('unlock', 'lock', 'hold', 'release', 'lockdown', 'release-lockdown',
    'switch-on', 'switch-off'));

create table actuator (
  device_id uuid primary key references device on delete cascade,
  purpose text not null default 'other' check (purpose in ('horn', 'strobe', 'ventilation', 'other')),
  -- of what must not stay on: it is off by itself after so many seconds; null: it is on for as long as it is wanted
  longest_on_seconds int check (longest_on_seconds between 5 and 86400),
  -- how long the answer to a command is waited for
  answer_seconds int not null default 10 check (answer_seconds between 1 and 300),
  -- what it last reported; null: it never has
  is_on boolean,
  is_faulty boolean not null default false,
  reported_at timestamptz,
  received_at timestamptz,
  -- what is wanted of it, since when and why, as contract/safety/actuators.ts has it
  wanted_on boolean not null default false,
  wanted_since timestamptz,
  why jsonb not null default '{"kind": "nothing"}',
  correlation_id uuid,
  -- when it is off by itself, as it was told with its newest command
  off_at timestamptz,
  -- its newest command, and how many have been tried for what is wanted now
  command_id uuid,
  attempts int not null default 0,
  -- since when it does not do what is wanted of it
  failed_since timestamptz
);

-- By hand: it wins over what alarms ask for, until then.
create table actuator_override (
  device_id uuid primary key references device on delete cascade,
  is_on boolean not null,
  is_test boolean not null,
  reason text not null,
  user_id uuid,
  -- the name of the person, and who it is in the activity log
  by text not null,
  actor text not null,
  since timestamptz not null,
  until timestamptz not null,
  correlation_id uuid not null
);
create index actuator_override_until on actuator_override (until);

-- The alarms, each by its occurrence, that a horn is silent about.
create table actuator_silence (
  device_id uuid primary key references device on delete cascade,
  causes text[] not null,
  user_id uuid,
  by text not null,
  actor text not null,
  at timestamptz not null
);

-- Cause and effect: which actuators are on while which alarms are.
create table effect (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  enabled boolean not null,
  rule_ids uuid[] not null,
  from_severity text check (from_severity in ('low', 'medium', 'high', 'critical')),
  site_ids uuid[] not null,
  zone_ids uuid[] not null,
  actuator_ids uuid[] not null,
  delay_seconds int not null check (delay_seconds between 0 and 3600),
  run_on_seconds int not null check (run_on_seconds between 0 and 14400),
  version int not null,
  changed_at timestamptz not null,
  changed_by text
);
create unique index effect_name on effect (company_id, lower(name));

-- Alarms that are over a short while ago: what they ask for runs on.
create index alarm_returned on alarm (company_id, returned_at) where returned_at is not null;

-- Whoever is on duty, and sees gas, switches actuators by hand.
update role set permissions = permissions || '{operate_actuators}'
where 'operate_doors' = any (permissions) and 'view_gas_detection' = any (permissions)
  and 'operate_actuators' <> all (permissions);
update users set permissions = permissions || '{operate_actuators}'
where 'operate_doors' = any (permissions) and 'view_gas_detection' = any (permissions)
  and 'operate_actuators' <> all (permissions);

-- Actuators are found by search as devices of other kinds are (type 12).
create or replace view search_source as
  select u.company_id as scope, u.id as source_id, 1::smallint as type,
    coalesce(u.display_name, u.first_name || ' ' || u.last_name) as title,
    concat_ws(' · ', nullif(u.job, ''), nullif(u.department, ''), u.email) as description, u.email as page,
    u.first_name || ' ' || u.last_name as name, null::timestamptz as at, false as high, null::uuid as zone_id,
    null::uuid as site_id,
    concat_ws(' ', u.first_name, u.last_name, u.display_name, u.email, u.job, u.department) as text
  from users u where u.company_id is not null
  union all
  -- Who has left, or is deleted: only what the log tells of them is found.
  select d.scope, d.source_id, 10::smallint, coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'), '', null,
    coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'), null, false, null, null,
    coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown')
  from search_document d left join users u on u.id = d.source_id
  where d.type in (1, 10) and d.scope is distinct from u.company_id
    and search_passed(d.source_id, d.scope)
  union all
  select d.company_id, d.id,
    (case when d.retired_at is not null then 9 when d.kind = 'actuator' then 12
      else array_position('{-,door,camera,intercom,gas,counter}', d.kind) end)::smallint,
    d.name, concat_ws(' · ', w.word, z.name, s.name, case when not k.online then 'offline' end), null, d.name, null,
    coalesce(not k.online, false), d.zone_id, d.site_id,
    concat_ws(' ', d.name, d.key, w.word, z.name, s.name, case when not k.online then 'offline' end)
  from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
    left join device_status k on k.device_id = d.id,
    lateral (select case d.kind when 'door' then 'Door' when 'camera' then 'Camera' when 'intercom' then 'Intercom'
      when 'gas' then 'Gas detector' when 'actuator' then 'Actuator' else 'People counter' end as word) w
  union all
  select '00000000-0000-0000-0000-000000000000', c.id, 7::smallint, c.name,
    concat_ws(' · ', 'Company', c.country, c.time_zone), c.name, c.name, null, false, null, null, c.name
  from company c where not c.tour
  union all
  select '00000000-0000-0000-0000-000000000000', a.id, 8::smallint, r.title, concat_ws(' · ', r.author, r.summary), a.slug, r.title,
    a.publish_at, false, null, null, a.sought
  from article a join article_revision r on r.article_id = a.id and r.number = a.revision
  union all
  -- What people wrote of an alarm: comments, and notes of acknowledgements.
  select a.company_id, a.id, 11::smallint, '', '', null, n.notes, null, false, null, null, ''
  from alarm a, lateral (select string_agg(t.note, ' ' order by t.n) as notes from alarm_transition t
    where t.alarm_id = a.id and t.what in ('commented', 'acknowledged')) n
  where n.notes is not null;
