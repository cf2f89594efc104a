-- The building and its people, what its devices say, and who may see it. Forward only.

create table setting (
  key text primary key,
  value jsonb not null
);

-- Places ------------------------------------------------------------------------------------------------------------

create table company (
  id uuid primary key,
  name text not null unique,
  time_zone text not null,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table site (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  time_zone text not null,
  unique (company_id, name)
);

create table floor (
  id uuid primary key,
  company_id uuid not null references company,
  site_id uuid not null references site,
  name text not null,
  level integer not null,
  unique (site_id, name)
);

create table zone (
  id uuid primary key,
  company_id uuid not null references company,
  site_id uuid not null references site,
  floor_id uuid references floor,
  name text not null,
  use text,
  unique (site_id, name)
);

-- People ------------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  company_id uuid references company,
  email text not null,
  first_name text not null,
  last_name text not null,
  job text,
  department text,
  -- null: on the staff list only, cannot sign in
  password_hash text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  verified boolean not null default false,
  profile_picture text,
  -- beyond those of the roles
  permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz
);
create unique index users_email on users (lower(email));
create index users_company on users (company_id, last_name, first_name);

create table role (
  id uuid primary key,
  -- null: belongs to the installation
  company_id uuid references company,
  name text not null,
  system boolean not null default false,
  permissions text[] not null,
  unique nulls not distinct (company_id, name)
);

create table user_role (
  user_id uuid not null references users on delete cascade,
  role_id uuid not null references role on delete cascade,
  primary key (user_id, role_id)
);

create table label (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  colour text not null default '#64748B',
  unique (company_id, name)
);

create table user_label (
  user_id uuid not null references users on delete cascade,
  label_id uuid not null references label on delete cascade,
  primary key (user_id, label_id)
);

create table session (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  company_id uuid references company,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text,
  agent text
);
create index session_of_user on session (user_id);

create table credential (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references users on delete cascade,
  -- `card:0012345678`, as on the wire
  value text not null,
  valid_from timestamptz,
  valid_to timestamptz,
  revoked_at timestamptz,
  unique (company_id, value)
);

-- Devices -----------------------------------------------------------------------------------------------------------

create table device (
  id uuid primary key,
  company_id uuid not null references company,
  site_id uuid not null references site,
  zone_id uuid references zone,
  key text not null unique,
  kind text not null check (kind in ('door', 'camera', 'intercom', 'gas', 'counter')),
  name text not null,
  driver text not null default 'gatehouse',
  -- how the driver knows it; the key itself on Gatehouse's own wire
  address text not null,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  unique (driver, address)
);
create index device_company on device (company_id, kind, name);

create table label_mark (
  label_id uuid not null references label on delete cascade,
  site_id uuid references site on delete cascade,
  zone_id uuid references zone on delete cascade,
  device_id uuid references device on delete cascade,
  check (num_nonnulls(site_id, zone_id, device_id) = 1),
  unique nulls not distinct (label_id, site_id, zone_id, device_id)
);

create table device_status (
  device_id uuid primary key references device,
  online boolean not null,
  last_seen_at timestamptz not null,
  battery double precision,
  signal double precision,
  firmware text
) with (fillfactor = 50);

-- What introduced itself on a foreign wire and waits for a person to take it in.
create table discovered (
  driver text not null,
  address text not null,
  company_id uuid not null references company,
  kind text,
  name text not null,
  config jsonb not null,
  seen_at timestamptz not null default now(),
  primary key (driver, address)
);

create table mqtt_credential (
  username text primary key,
  company_id uuid not null references company,
  -- sha256 of a random secret, or argon2id of a chosen one
  password_hash text not null,
  -- null: a gateway, which may carry the devices of `keys` (null: every device of the company)
  device_id uuid references device,
  keys text[],
  -- foreign topics it may publish, as MQTT filters
  topics text[] not null default '{}'
);

create table api_key (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  secret_hash bytea not null unique,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- What devices say --------------------------------------------------------------------------------------------------

-- Which messages have been taken: a repeat is stored once, however late it comes.
create table message (
  device_id uuid not null,
  message_id text not null,
  received_at timestamptz not null,
  primary key (device_id, message_id)
);
create index message_received on message using brin (received_at);

create table quarantine (
  id uuid primary key,
  company_id uuid references company,
  received_at timestamptz not null,
  source text not null check (source in ('mqtt', 'http')),
  username text,
  topic text not null,
  payload bytea not null,
  reason text not null,
  replayed_at timestamptz
);
create index quarantine_page on quarantine (company_id, received_at desc, id desc);

create table door (
  device_id uuid primary key references device,
  -- null: outside
  from_zone_id uuid references zone,
  to_zone_id uuid references zone
);

create table door_state (
  device_id uuid primary key references device,
  mode text not null,
  lock text not null,
  contact text not null,
  alarm text not null,
  tamper text not null,
  fault text not null,
  at timestamptz not null,
  received_at timestamptz not null
) with (fillfactor = 50);

-- `tx` lets the rollups take exactly what has been committed since they last looked, however late it is by device time.
create table gas_reading (
  device_id uuid not null,
  channel text not null,
  value double precision,
  unit text not null,
  quality text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  tx xid8 not null default pg_current_xact_id()
) partition by range (at);
create index gas_reading_series on gas_reading (device_id, channel, at desc);
create index gas_reading_tx on gas_reading (tx);

create table gas_latest (
  device_id uuid not null references device,
  channel text not null,
  value double precision,
  unit text not null,
  quality text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (device_id, channel)
) with (fillfactor = 50);

create table gas_minute (
  device_id uuid not null,
  channel text not null,
  at timestamptz not null,
  count integer not null,
  faults integer not null,
  sum numeric not null,
  min double precision,
  max double precision,
  primary key (device_id, channel, at)
) partition by range (at);

create table gas_hour (
  device_id uuid not null,
  channel text not null,
  at timestamptz not null,
  count integer not null,
  faults integer not null,
  sum numeric not null,
  min double precision,
  max double precision,
  primary key (device_id, channel, at)
) with (fillfactor = 70);

create table gas_day (like gas_hour including all);

create table people_count (
  device_id uuid not null,
  at timestamptz not null,
  entries integer not null,
  exits integer not null,
  received_at timestamptz not null,
  tx xid8 not null default pg_current_xact_id()
) partition by range (at);
create index people_count_series on people_count (device_id, at desc);
create index people_count_tx on people_count (tx);

create table count_minute (
  device_id uuid not null,
  at timestamptz not null,
  entries bigint not null,
  exits bigint not null,
  primary key (device_id, at)
) partition by range (at);

create table count_hour (
  device_id uuid not null,
  at timestamptz not null,
  entries bigint not null,
  exits bigint not null,
  primary key (device_id, at)
) with (fillfactor = 70);

create table count_day (like count_hour including all);

create table entry_exit_log (
  id uuid not null,
  company_id uuid not null,
  user_id uuid,
  door_id uuid,
  zone_id uuid,
  type text not null check (type in ('entry', 'exit')),
  at timestamptz not null,
  result text not null check (result in ('granted', 'denied')),
  reason text,
  method text not null,
  taken boolean,
  source text not null,
  device_at timestamptz,
  received_at timestamptz not null,
  correlation_id uuid not null,
  tx xid8 not null default pg_current_xact_id()
) partition by range (at);
create index entry_exit_log_company on entry_exit_log (company_id, at desc, id desc);
create index entry_exit_log_user on entry_exit_log (user_id, at desc, id desc);
create index entry_exit_log_door on entry_exit_log (door_id, at desc, id desc);
create index entry_exit_log_id on entry_exit_log (id);
create index entry_exit_log_tx on entry_exit_log (tx);

create table entry_exit_hour (
  company_id uuid not null,
  door_id uuid not null,
  at timestamptz not null,
  entries integer not null,
  exits integer not null,
  denied integer not null,
  primary key (door_id, at)
) with (fillfactor = 70);
create index entry_exit_hour_company on entry_exit_hour (company_id, at);

create table entry_exit_day (like entry_exit_hour including all);

-- Where each person was last let in to: inside while `zone_id` is set.
create table presence (
  user_id uuid primary key references users on delete cascade,
  company_id uuid not null references company,
  zone_id uuid references zone,
  at timestamptz not null
) with (fillfactor = 50);
create index presence_zone on presence (company_id, zone_id);

create table event (
  id uuid not null,
  company_id uuid not null,
  device_id uuid,
  type text not null,
  severity text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  data jsonb not null,
  correlation_id uuid not null
) partition by range (at);
create index event_company on event (company_id, at desc, id desc);
create index event_device on event (device_id, at desc, id desc);
create index event_correlation on event (correlation_id);

-- Conditions that devices repeat with every message (`smoke: true`): only their changes are events.
create table device_condition (
  device_id uuid not null references device,
  condition text not null,
  active boolean not null,
  at timestamptz not null,
  primary key (device_id, condition)
);

-- How far each rollup has got.
create table rollup_position (
  series text primary key,
  tx xid8 not null
);

-- How long each series is kept; null: for good.
create table retention (
  series text primary key,
  partition_days integer not null,
  keep_days integer
);
insert into retention (series, partition_days, keep_days) values
  ('gas_reading', 7, 90),
  ('gas_minute', 7, 90),
  ('people_count', 28, 400),
  ('count_minute', 28, 400),
  ('entry_exit_log', 28, 400),
  ('event', 28, 400);

-- The activity log ----------------------------------------------------------------------------------------------------

create table activity (
  id uuid primary key,
  company_id uuid references company,
  at timestamptz not null default now(),
  user_id uuid,
  actor text not null,
  -- the operation's one name: `doors.unlock`
  action text not null,
  input jsonb not null,
  status integer not null,
  address text,
  correlation_id uuid not null
);
create index activity_company on activity (company_id, at desc, id desc);

-- Changes of access and of devices are told to every node, which then forgets what it had cached. -------------------

create function tell() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;

create trigger tell after update of status, permissions, company_id or delete on users
  for each statement execute function tell('access');
create trigger tell after update or delete on role for each statement execute function tell('access');
create trigger tell after insert or update or delete on user_role for each statement execute function tell('access');
create trigger tell after insert or update or delete on user_label for each statement execute function tell('access');
create trigger tell after insert or update or delete on label_mark for each statement execute function tell('access');
create trigger tell after update of revoked_at, company_id or delete on session
  for each statement execute function tell('access');
create trigger tell_devices after insert or update or delete on label_mark
  for each statement execute function tell('devices');
create trigger tell_devices after insert or update or delete on device for each statement execute function tell('devices');
create trigger tell_devices after insert or update or delete on door for each statement execute function tell('devices');
create trigger tell_devices after insert or update or delete on credential
  for each statement execute function tell('devices');
create trigger tell_devices after insert or update or delete on mqtt_credential
  for each statement execute function tell('devices');
create trigger tell after update of revoked_at or delete on api_key for each statement execute function tell('access');
