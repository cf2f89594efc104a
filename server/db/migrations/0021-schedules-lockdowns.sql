-- Weekly schedules with their holidays, what doors do by them, and lockdowns. Forward only.

-- Days on which much is otherwise: {date, yearly, name}, in the order of their dates.
create table holiday_calendar (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  days jsonb not null default '[]'
);
create unique index holiday_calendar_name on holiday_calendar (company_id, lower(name));

-- Wall times without a zone: they are read off the clocks of the site where a door is (contract/access/schedule-time.ts).
create table schedule (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  description text not null default '',
  -- seven days, Monday first, each a list of {from, to}
  week jsonb not null,
  -- {date, name, ranges}, in the order of their dates
  exceptions jsonb not null default '[]',
  calendar_id uuid references holiday_calendar,
  on_holidays text not null default 'closed' check (on_holidays in ('closed', 'as-usual', 'ranges')),
  holiday_ranges jsonb not null default '[]'
);
create unique index schedule_name on schedule (company_id, lower(name));
create index schedule_calendar on schedule (calendar_id);

-- A door, or every door of a group, stands unlocked while the schedule is open.
create table door_schedule (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  schedule_id uuid not null references schedule,
  device_id uuid references door on delete cascade,
  group_id uuid references door_group,
  -- begins with the first person who is let in while the schedule is open
  first_person_in boolean not null default false,
  check (num_nonnulls(device_id, group_id) = 1),
  unique nulls not distinct (device_id, group_id, schedule_id)
);
create index door_schedule_schedule on door_schedule (schedule_id);
create index door_schedule_group on door_schedule (group_id);
create index door_schedule_company on door_schedule (company_id);

-- What schedules want of a door at present, and whether it has been told: exactly one node takes a change up.
create table door_duty (
  device_id uuid primary key references door on delete cascade,
  wanted text not null check (wanted in ('unlocked', 'locked')),
  -- the schedule that wants it, for people
  because text not null,
  since timestamptz not null,
  -- the command that told it; null: it is to be told yet
  command_id uuid
);
create index door_duty_untold on door_duty (device_id) where command_id is null;

-- Lockdowns -----------------------------------------------------------------------------------------------------------

create table lockdown_scenario (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  description text not null default '',
  -- every door of the company
  everywhere boolean not null default false
);
create unique index lockdown_scenario_name on lockdown_scenario (company_id, lower(name));

create table lockdown_scenario_part (
  scenario_id uuid not null references lockdown_scenario on delete cascade,
  site_id uuid references site on delete cascade,
  floor_id uuid references floor on delete cascade,
  group_id uuid references door_group,
  device_id uuid references door on delete cascade,
  check (num_nonnulls(site_id, floor_id, group_id, device_id) = 1),
  unique nulls not distinct (scenario_id, site_id, floor_id, group_id, device_id)
);
create index lockdown_scenario_part_group on lockdown_scenario_part (group_id);

-- Who may, besides holding the permission. Nobody named: whoever holds it. `pass`: whom locked doors let through.
create table lockdown_scenario_role (
  scenario_id uuid not null references lockdown_scenario on delete cascade,
  role_id uuid not null references role on delete cascade,
  may text not null check (may in ('trigger', 'release', 'pass')),
  primary key (scenario_id, may, role_id)
);

create table lockdown (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  scenario_id uuid references lockdown_scenario on delete set null,
  name text not null,
  reason text not null,
  correlation_id uuid not null,
  started_at timestamptz not null default now(),
  started_by uuid references users on delete set null,
  started_by_name text not null,
  released_at timestamptz,
  released_by uuid references users on delete set null,
  released_by_name text,
  release_reason text
);
create index lockdown_company on lockdown (company_id, started_at desc, id desc);
create index lockdown_active on lockdown (company_id) where released_at is null;

-- As the scenario said when it began.
create table lockdown_role (
  lockdown_id uuid not null references lockdown on delete cascade,
  role_id uuid not null references role on delete cascade,
  may text not null check (may in ('release', 'pass')),
  primary key (lockdown_id, may, role_id)
);

-- The doors as they were found when it began, each with the newest command that was to lock it down, or to release it.
create table lockdown_door (
  lockdown_id uuid not null references lockdown on delete cascade,
  device_id uuid not null references door on delete cascade,
  command_id uuid not null,
  -- null: not released, or still locked by another lockdown
  release_command_id uuid,
  -- nothing further is sent to it for this lockdown
  settled_at timestamptz,
  primary key (lockdown_id, device_id)
);
create index lockdown_door_device on lockdown_door (device_id);
create index lockdown_door_command on lockdown_door (command_id);
create index lockdown_door_release on lockdown_door (release_command_id);
create index lockdown_door_open on lockdown_door (device_id) where settled_at is null;

-- Which doors are locked down now, and by what: such a door is unlocked by its release only.
create view door_under_lockdown as
  select d.device_id, l.company_id, l.id as lockdown_id, l.name, l.reason, l.started_at
  from lockdown l join lockdown_door d on d.lockdown_id = l.id
  where l.released_at is null;

create trigger tell after insert or update or delete on holiday_calendar
  for each statement execute function tell('schedules');
create trigger tell after insert or update or delete on schedule for each statement execute function tell('schedules');
create trigger tell after insert or update or delete on door_schedule
  for each statement execute function tell('schedules');
create trigger tell_schedules after insert or update or delete on door_group_door
  for each statement execute function tell('schedules');
-- Access decisions hold in memory what is locked down, and whom it lets through.
create trigger tell after insert or update or delete on lockdown for each statement execute function tell('rules');
