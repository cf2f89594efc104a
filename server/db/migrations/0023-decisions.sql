-- What each door asks for and who decides there, what a decision has to remember, and which list each door holds that
-- decides alone. Forward only.

-- No row: as the defaults say.
create table door_access (
  door_id uuid primary key references door on delete cascade,
  company_id uuid not null references company on delete cascade,
  decides text not null default 'server' check (decides in ('server', 'controller')),
  -- besides a card, a telephone or a pass
  pin_needed boolean not null default false,
  passback text not null default 'none' check (passback in ('none', 'alert', 'enforce')),
  -- after so long somebody who never came out may come in again
  passback_minutes integer not null default 480 check (passback_minutes between 1 and 10080)
);

-- What was sent to a door and what it says it holds.
create table door_access_list (
  door_id uuid primary key references door on delete cascade,
  sent text,
  sent_at timestamptz,
  held text,
  held_at timestamptz
) with (fillfactor = 50);

-- Where people went before this counts for nothing when they come in; user_id null: of everybody.
create table passback_reset (
  company_id uuid not null references company on delete cascade,
  user_id uuid references users on delete cascade,
  at timestamptz not null,
  unique nulls not distinct (company_id, user_id)
);

-- Failures in a row, of a reader (`reader:<door>`) or of what was shown (`shown:<sha256>`).
create table access_failure (
  subject text primary key,
  company_id uuid not null references company on delete cascade,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
) with (fillfactor = 70);
create index access_failure_last on access_failure (last_at);

-- The code of a telephone is good for once at each door.
create table access_code_used (
  door_id uuid not null references door on delete cascade,
  credential_id uuid not null references credential on delete cascade,
  step bigint not null,
  at timestamptz not null,
  primary key (door_id, credential_id, step)
);
create index access_code_used_at on access_code_used (at);

-- [{ check, ok, says }]: what was asked before it was decided.
alter table entry_exit_log add column if not exists decision jsonb;

-- Every node holds the rules in memory, and reads them again whenever one of them is told to have changed.
do $$
declare
  -- table, and for which columns an update is told
  told constant text[][] := array[
    ['users', 'status, company_id, first_name, last_name, display_name'],
    ['credential', 'value, user_id, valid_from, valid_to, revoked_at, kind, state, duress, pass_id, secret'],
    ['access_group', 'name'], ['access_group_member', ''], ['access_level', ''], ['access_level_door', ''],
    ['access_level_door_group', ''], ['access_level_group', ''], ['access_level_person', ''], ['access_person', ''],
    ['access_key', ''],
    ['visitor_pass', 'visitor_name, valid_from, valid_to, uses, state, level_id, escort_needed'],
    ['visitor_pass_door', ''], ['schedule', ''], ['holiday_calendar', ''], ['door_group_door', ''],
    ['door', 'from_zone_id, to_zone_id, pulse_seconds, extended_seconds'],
    ['door_access', ''], ['device', 'name, retired_at, site_id, driver, key'], ['site', 'time_zone']];
  one text[];
begin
  foreach one slice 1 in array told loop
    execute format(
      'create trigger tell_rules after insert or delete or update %s on %I for each statement execute function tell(''rules'')',
      case one[2] when '' then '' else 'of ' || one[2] end, one[1]);
  end loop;
end $$;
