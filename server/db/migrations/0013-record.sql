-- The provable record: entries that are only ever added, sealed into a chain for each company and year, with heads that
-- the key beside the store has signed. docs/record.md says what each byte is.

alter table activity rename to activity_until_now;
alter table activity_until_now rename constraint activity_pkey to activity_until_now_pkey;
drop index activity_company;

create table activity (
  id uuid not null,
  -- no reference: what was recorded stands by itself, and asks for no lock of what it is about
  company_id uuid,
  at timestamptz not null default now(),
  user_id uuid,
  actor text not null,
  -- through whose eyes
  on_behalf_of text,
  on_behalf_of_id uuid,
  -- the operation's one name: `doors.unlock`
  action text not null,
  -- what it was done to, in words
  subject text,
  input jsonb not null,
  -- only what changed
  before jsonb,
  after jsonb,
  reason text,
  status integer not null,
  address text,
  correlation_id uuid not null,
  -- of the canonical form, made with a key that is not in the store; null of what was there before there were any
  mac bytea,
  primary key (id, at)
) partition by range (at);
create index activity_company on activity (company_id, at desc, id desc);
create index activity_person on activity (user_id, at desc, id desc);
create index activity_in_the_name_of on activity (on_behalf_of_id, at desc, id desc) where on_behalf_of_id is not null;
create index activity_correlation on activity (correlation_id);

-- What waits for its place in a chain, written by the statement that writes the entry.
create table activity_unsealed (
  at timestamptz not null,
  entry_id uuid not null,
  primary key (at, entry_id)
);

create table activity_link (
  chain text collate "C" not null,
  seq bigint not null,
  -- of the entry's `at` in UTC: chains are closed and kept by the year
  year smallint not null,
  entry_id uuid not null,
  previous bytea not null,
  content bytea not null,
  hash bytea not null,
  primary key (chain, seq, year),
  unique (entry_id, year)
) partition by list (year);

create table activity_checkpoint (
  chain text collate "C" not null,
  seq bigint not null,
  -- the one signed before it
  after bigint not null,
  hash bytea not null,
  at timestamptz not null,
  signature bytea not null,
  primary key (chain, seq)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The record is only added to: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

-- Row triggers are handed down to partitions, those of TRUNCATE and privileges are not.
create trigger refuse_change before update or delete on activity for each row execute function refuse_change();
create trigger refuse_change before update or delete on activity_link for each row execute function refuse_change();
create trigger refuse_change before update or delete on activity_checkpoint
  for each row execute function refuse_change();

create function only_add_to(wanted regclass) returns void language plpgsql as $$
begin
  execute format('create trigger refuse_truncate before truncate on %s for each statement execute function refuse_change()', wanted);
  execute format('revoke update, delete, truncate on %s from current_user', wanted);
end $$;

-- The partitions of a year; those that exist are left alone. What no year has been made for is kept all the same.
create function make_record_year(wanted integer) returns void language plpgsql as $$
declare
  suffix text := lpad(wanted::text, 4, '0');
begin
  if to_regclass('activity_' || suffix) is not null then return; end if;
  execute format('create table activity_%s partition of activity for values from (%L) to (%L)', suffix,
    make_timestamptz(wanted, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(wanted + 1, 1, 1, 0, 0, 0, 'UTC'));
  perform only_add_to(('activity_' || suffix)::regclass);
  execute format('create table activity_link_%s partition of activity_link for values in (%s)', suffix, wanted);
  perform only_add_to(('activity_link_' || suffix)::regclass);
end $$;

create table activity_other partition of activity default;
create table activity_link_other partition of activity_link default;

select only_add_to(name) from unnest(array['activity', 'activity_other', 'activity_link', 'activity_link_other',
  'activity_checkpoint']::regclass[]) name;

select make_record_year(year::integer) from (
  select distinct extract(year from at at time zone 'UTC') as year from activity_until_now
  union select extract(year from now() at time zone 'UTC') + n from generate_series(0, 1) n
) years;

insert into activity (id, company_id, at, user_id, actor, action, input, status, address, correlation_id)
  select id, company_id, at, user_id, actor, action, input, status, address, correlation_id from activity_until_now;
-- Taken over as they are, once, by the first start that knows chains.
insert into activity_unsealed (at, entry_id) select at, id from activity;
drop table activity_until_now;

-- Kept for good unless it is said how many days a year is kept after its end; then it is archived first.
alter table retention alter column partition_days drop not null;
comment on column retention.partition_days is 'null: by the calendar year, and not by a fixed length';
insert into retention (series, partition_days, keep_days) values ('activity', null, null);
