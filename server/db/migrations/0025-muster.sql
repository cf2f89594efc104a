-- Roll-calls: who was inside when one began, what wardens and doors said of each since, and what counters said. Forward only.

create table muster (
  id uuid primary key,
  company_id uuid not null references company,
  -- no reference: a place that is taken away leaves the roll-calls that were held there
  site_id uuid not null,
  site text not null,
  -- empty: the whole site
  zone_ids uuid[] not null default '{}',
  kind text not null check (kind in ('drill', 'real')),
  reason text not null,
  assembly_points text[] not null default '{}',
  started_at timestamptz not null,
  started_by uuid references users on delete set null,
  started_by_name text not null,
  -- of the lockdown or alarm that it belongs to; its own where there is none
  correlation_id uuid not null,
  ended_at timestamptz,
  ended_by uuid references users on delete set null,
  ended_by_name text,
  summary text,
  -- of the newest change to anybody on the list, which is the hour in microseconds: tells nothing of how many there are
  -- whom labels hide. Whoever changes one holds this row.
  seq bigint not null default 0,
  check ((ended_at is null) = (ended_by_name is null))
);
create index muster_page on muster (company_id, started_at desc, id desc);
create index muster_of_site on muster (site_id, started_at desc);
create index muster_open on muster (company_id) where ended_at is null;

-- Everybody on the list: as they were frozen, and the last word on each.
create table muster_person (
  muster_id uuid not null references muster on delete cascade,
  id uuid not null,
  company_id uuid not null references company,
  -- null: somebody whom a warden put on the list
  user_id uuid references users on delete set null,
  name text not null,
  -- null: nobody knows where
  zone_id uuid,
  zone text,
  source text not null check (source in ('badge', 'manual', 'import', 'warden')),
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  -- why no more than that: a word of contract/access/muster.ts
  because text not null,
  -- last seen, and at which door
  since timestamptz,
  door_id uuid,
  door text,
  -- null: was inside as the roll-call began
  added_at timestamptz,
  added_by_name text,
  -- the moment of `presence` that has been taken in
  moved_at timestamptz,
  status text not null default 'unaccounted'
    check (status in ('unaccounted', 'safe', 'missing', 'not-here', 'left')),
  status_at timestamptz,
  status_by uuid references users on delete set null,
  status_by_name text,
  place text,
  note text,
  -- which mark said so: of two at the same moment the greater one holds, whichever came first
  mark_id uuid,
  seq bigint not null,
  primary key (muster_id, id)
) with (fillfactor = 70);
create unique index muster_person_once on muster_person (muster_id, user_id) where user_id is not null;
create index muster_person_changed on muster_person (muster_id, seq, id);

-- Everything that was said, in the order of the clocks of those who said it. Never changed: the last word holds, the
-- others are kept and shown.
create table muster_mark (
  muster_id uuid not null references muster on delete cascade,
  -- made by whoever said it, so that saying it again is not saying it twice
  id uuid not null,
  person_id uuid not null,
  status text not null check (status in ('unaccounted', 'safe', 'missing', 'not-here', 'left')),
  place text,
  note text,
  -- by the sender's clock, put right by what that clock showed as it was sent
  at timestamptz not null,
  -- as the sender's clock had it
  said_at timestamptz not null,
  received_at timestamptz not null,
  how text not null check (how in ('warden', 'badge')),
  by_id uuid references users on delete set null,
  by_name text not null,
  primary key (muster_id, id),
  foreign key (muster_id, person_id) references muster_person (muster_id, id) on delete cascade
);
create index muster_mark_of_person on muster_mark (muster_id, person_id, at, id);

-- What counters said as the roll-call began, beside how many were on the list for the same place.
create table muster_count (
  muster_id uuid not null references muster on delete cascade,
  -- null: the site, by the counters at its entrances
  zone_id uuid,
  counted integer not null,
  listed integer not null,
  device_ids uuid[] not null,
  unique nulls not distinct (muster_id, zone_id)
);
