-- Entries and exits that are put right, views of the report, what doors have still to tell, and what proves the log.
-- Forward only.

-- What was added by hand to put another right, and which one was put right so: neither is ever taken away.
alter table entry_exit_log add column corrects uuid;
alter table entry_exit_log add column corrected_by uuid;
-- who added it by hand, and why
alter table entry_exit_log add column recorded_by uuid;
alter table entry_exit_log add column note text;
-- [{ check, ok, says }]: what was asked before it was decided
alter table entry_exit_log add column if not exists decision jsonb;

-- Let in at a door with a contact, and not yet known whether somebody went through.
create table entry_exit_awaited (
  log_id uuid primary key,
  at timestamptz not null,
  company_id uuid not null references company,
  door_id uuid not null,
  -- an opening until then, by the device's clock, is somebody who goes through
  opens_until timestamptz not null,
  -- nothing more will come
  settle_at timestamptz not null
);
create index entry_exit_awaited_door on entry_exit_awaited (door_id);
create index entry_exit_awaited_settle on entry_exit_awaited (settle_at);

-- What does not match what came before it at the doors to outside, and what came of it.
create table entry_exit_unmatched (
  id uuid primary key,
  company_id uuid not null references company,
  log_id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- of the log
  at timestamptz not null,
  kind text not null check (kind in ('entry-without-exit', 'exit-without-entry', 'still-inside')),
  -- the one before it
  previous_id uuid,
  previous_at timestamptz,
  found_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'corrected', 'dismissed')),
  settled_at timestamptz,
  settled_by uuid references users on delete set null,
  reason text,
  correction_id uuid,
  unique (log_id, kind),
  check ((status = 'open') = (settled_at is null))
);
create index entry_exit_unmatched_page on entry_exit_unmatched (company_id, status, at desc, id desc);
create index entry_exit_unmatched_user on entry_exit_unmatched (user_id, at desc);

create table entry_exit_rule (
  company_id uuid primary key references company,
  inside_hours integer not null,
  taken_grace_seconds integer not null
);

create table entry_exit_view (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  -- what stands in the address of the report
  query text not null,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index entry_exit_view_name on entry_exit_view (owner_id, company_id, lower(name));
create index entry_exit_view_company on entry_exit_view (company_id) where shared;

-- The hash of what was committed between two transactions, a part of it by the order of ids; on record as
-- `entryExit.sealed` with the same correlation id.
create table entry_exit_seal (
  company_id uuid not null references company,
  from_tx xid8 not null,
  upto_tx xid8 not null,
  first_id uuid not null,
  last_id uuid not null,
  rows integer not null,
  hash bytea not null,
  correlation_id uuid not null,
  at timestamptz not null,
  primary key (company_id, from_tx, first_id)
);

-- What was there before is proven by nothing that was said of it then.
insert into rollup_position (series, tx) values ('entry_exit_seal', pg_snapshot_xmin(pg_current_snapshot()));
