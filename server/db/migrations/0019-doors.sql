-- How each door is worked and watched, what it was told to do and what came of that, and the incident it is in.

alter table door
  add pulse_seconds integer not null default 5 check (pulse_seconds between 1 and 3600),
  -- for people who need longer
  add extended_seconds integer not null default 15 check (extended_seconds between 1 and 3600),
  add open_too_long_seconds integer not null default 30 check (open_too_long_seconds between 1 and 86400),
  -- how long the answer to a command is waited for
  add answer_seconds integer not null default 10 check (answer_seconds between 1 and 300),
  add reason_asked text not null default 'hold' check (reason_asked in ('never', 'hold', 'always')),
  -- who tells a forced door and one that stands open; null: as its driver has it
  add watched_by text check (watched_by in ('controller', 'server')),
  add maintenance_since timestamptz,
  add maintenance_reason text,
  add maintenance_by text,
  add check (num_nonnulls(maintenance_since, maintenance_reason, maintenance_by) in (0, 3));

alter table door_state
  add contact_since timestamptz,
  -- whether the lock was shut when the door was opened; null: it cannot tell
  add opened_locked boolean,
  add alarm_since timestamptz,
  add alarm_by text check (alarm_by in ('controller', 'server')),
  -- of the incident that runs (`incident_over_at` is null) or was the last
  add correlation_id uuid,
  add incident_since timestamptz,
  add incident_over_at timestamptz,
  add acknowledged_at timestamptz,
  add acknowledged_by text,
  add acknowledged_note text;

update door_state set correlation_id = gen_random_uuid(), incident_since = at, alarm_since = at, alarm_by = 'controller'
where alarm <> 'Normal';

-- What a door was told to do. It is on its way only once this is kept, and goes out once: by the process in `sender`.
create table command (
  id uuid primary key,
  company_id uuid not null references company,
  device_id uuid not null references device,
  -- what was wanted in the words of the screen; `action` is what the wire says
  asked text not null check (asked in ('unlock', 'lock', 'hold', 'release', 'lockdown', 'release-lockdown')),
  action text not null,
  args jsonb not null,
  reason text,
  user_id uuid,
  actor text not null,
  correlation_id uuid not null,
  status text not null check (status in ('requested', 'sent', 'confirmed', 'refused', 'no-answer', 'failed')),
  detail text,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- the process that has the door's connection; null: nobody has sent it
  sender uuid,
  -- where the door cannot lock by itself after a while: when it is told to
  relock_at timestamptz
);
create index command_device on command (device_id, requested_at desc, id desc);
create index command_correlation on command (correlation_id);
create index command_open on command (expires_at) where status in ('requested', 'sent');
create index command_relock on command (relock_at) where relock_at is not null;

create table command_step (
  command_id uuid not null references command on delete cascade,
  at timestamptz not null,
  status text not null,
  detail text,
  -- it came when nobody waited for it any more
  late boolean not null default false,
  n bigint generated always as identity,
  -- each of them happens once
  primary key (command_id, status, late)
);

-- Held open by hand or by a schedule, as the door has confirmed.
create table door_hold (
  device_id uuid primary key references device,
  since timestamptz not null,
  user_id uuid,
  actor text not null,
  reason text,
  command_id uuid not null
);

-- What the watch has looked at or told already: once per opening, whichever process does it, across restarts.
create table door_watch (
  device_id uuid primary key references device,
  judged_opening timestamptz,
  held_opening timestamptz,
  battery_told_at timestamptz
);
