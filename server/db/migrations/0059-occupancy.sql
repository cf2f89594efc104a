-- People counting as occupancy: where counters stand, how many people each place has, how well that is known, and limits.
-- Forward only.

-- A counter stands between two zones, null is outside: who it counts in goes from one to the other. Of a door, which has zones
-- of its own, only whether its passages count.
create table count_border (
  id uuid primary key,
  company_id uuid not null references company,
  device_id uuid not null unique references device,
  from_zone_id uuid references zone,
  to_zone_id uuid references zone,
  inverted boolean not null default false,
  counts boolean not null default true,
  created_at timestamptz not null
);
create index count_border_company on count_border (company_id);
create index count_border_from on count_border (from_zone_id) where from_zone_id is not null;
create index count_border_to on count_border (to_zone_id) where to_zone_id is not null;

-- Who moves from where to where: counters as they are set up, and the passages of doors whose border no counter counts.
create view counted_movement as
  select d.id as device_id, d.company_id, 'counter' as source,
    case when b.inverted then b.to_zone_id else b.from_zone_id end as from_zone_id,
    case when b.inverted then b.from_zone_id else b.to_zone_id end as to_zone_id
  from count_border b join device d on d.id = b.device_id
  where d.kind = 'counter' and d.retired_at is null
  union all
  select d.id, d.company_id, 'door', o.from_zone_id, o.to_zone_id
  from door o join device d on d.id = o.device_id left join count_border b on b.device_id = d.id
  where d.retired_at is null and o.from_zone_id is distinct from o.to_zone_id
    and coalesce(b.counts, not exists (
      select from count_border c join device cd on cd.id = c.device_id
      where cd.kind = 'counter' and cd.retired_at is null and c.company_id = d.company_id
        and ((c.from_zone_id is not distinct from o.from_zone_id and c.to_zone_id is not distinct from o.to_zone_id)
          or (c.from_zone_id is not distinct from o.to_zone_id and c.to_zone_id is not distinct from o.from_zone_id))));

-- The borders of each zone, floor and site. `sign`: 1 where the device's `in` comes in here, -1 where it goes out.
create view place_border as
  select m.device_id, m.company_id, m.source, p.place_id, p.sign
  from counted_movement m left join zone a on a.id = m.from_zone_id left join zone b on b.id = m.to_zone_id
    cross join lateral (values (b.id, 1), (a.id, -1),
      (case when a.floor_id is distinct from b.floor_id then b.floor_id end, 1),
      (case when a.floor_id is distinct from b.floor_id then a.floor_id end, -1),
      (case when a.site_id is distinct from b.site_id then b.site_id end, 1),
      (case when a.site_id is distinct from b.site_id then a.site_id end, -1)) as p (place_id, sign)
  where p.place_id is not null;

-- Every site, floor and zone by its id.
create view place as
  select id, company_id, 'zone' as kind, site_id, floor_id, id as zone_id, name from zone
  union all select id, company_id, 'floor', site_id, id, null, name from floor
  union all select id, company_id, 'site', id, null, null, name from site;

-- How many people were in a place at a moment, as somebody or something found. Not applied: it was due and left out, and why.
create table occupancy_anchor (
  id uuid primary key,
  company_id uuid not null references company,
  place_id uuid not null,
  site_id uuid not null references site on delete cascade,
  zone_id uuid references zone on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('start', 'manual', 'nightly', 'muster')),
  people integer not null check (people >= 0),
  applied boolean not null,
  -- What was shown until then; null: nothing was.
  counted integer,
  low integer,
  high integer,
  -- The sum of the counters since the anchor before, which may be below zero.
  raw integer,
  reason text not null,
  user_id uuid references users on delete set null,
  by text not null,
  muster_id uuid
);
create index occupancy_anchor_company on occupancy_anchor (company_id, at desc, id desc);
create index occupancy_anchor_place on occupancy_anchor (place_id, at desc);
create unique index occupancy_anchor_muster on occupancy_anchor (muster_id, place_id) where muster_id is not null;

-- What has moved since the anchor, of every place with a counter at its borders; up to the position `occupancy` of
-- rollup_position.
create table occupancy (
  place_id uuid primary key,
  company_id uuid not null references company,
  anchor_id uuid not null references occupancy_anchor on delete cascade,
  anchored_at timestamptz not null,
  base integer not null,
  -- In minus out, and the least that base and this have been together, where that is below zero.
  net bigint not null,
  lowest bigint not null check (lowest <= 0),
  last_at timestamptz,
  -- By device: what came in and went out, the sum of their squares by message, and in which direction it stands.
  flows jsonb not null,
  -- By device: seconds in which it was offline.
  gaps jsonb not null default '{}',
  gaps_at timestamptz not null,
  -- The borders that it was added up by.
  borders text not null
) with (fillfactor = 50);
create index occupancy_company on occupancy (company_id);

-- What is added up begins with what comes after this migration.
insert into rollup_position (series, tx) values ('occupancy', pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing;

-- How well a counter counts. What it misses, of each that it counts: in both directions alike, and in one more than in the other,
-- each with its variance.
create table counter_accuracy (
  device_id uuid primary key references device,
  company_id uuid not null references company,
  missed double precision not null,
  missed_variance double precision not null,
  difference double precision not null,
  difference_variance double precision not null,
  lessons integer not null,
  -- How far the last correction was from what was expected, in standard deviations.
  surprise double precision,
  learnt_at timestamptz,
  set_at timestamptz
);

-- When a site is reset to nobody, and after how many hours without any movement it counts as empty.
create table occupancy_setting (
  site_id uuid primary key references site on delete cascade,
  company_id uuid not null references company,
  reset_at text check (reset_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_hours integer not null check (quiet_hours between 1 and 24)
);

create table occupancy_limit (
  id uuid primary key,
  company_id uuid not null references company,
  place_id uuid not null,
  site_id uuid not null references site on delete cascade,
  zone_id uuid references zone on delete cascade,
  -- While it is open; null: at all other times.
  schedule_id uuid references schedule,
  people integer not null check (people > 0),
  -- How it was found: area, use, local rule.
  basis jsonb not null,
  unique nulls not distinct (place_id, schedule_id)
);
create index occupancy_limit_company on occupancy_limit (company_id);
create index occupancy_limit_schedule on occupancy_limit (schedule_id) where schedule_id is not null;

create table occupancy_display (
  id uuid primary key,
  company_id uuid not null references company,
  place_id uuid not null,
  site_id uuid not null references site on delete cascade,
  zone_id uuid references zone on delete cascade,
  title text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index occupancy_display_company on occupancy_display (company_id);

create table cleaning_rule (
  zone_id uuid primary key references zone on delete cascade,
  company_id uuid not null references company,
  uses integer not null check (uses > 0),
  cleaned_at timestamptz not null,
  cleaned_by text,
  notified_at timestamptz
);

-- How many days counts are stored, where a company wants it shorter than the installation does.
create table count_retention (
  company_id uuid primary key references company,
  keep_days integer not null check (keep_days between 1 and 400)
);

-- Whoever has seen every count so far goes on doing so.
update role set permissions = permissions || '{view_people_count_detail}'
where 'view_people_count' = any (permissions) and 'view_people_count_detail' <> all (permissions);
update users set permissions = permissions || '{view_people_count_detail}'
where 'view_people_count' = any (permissions) and 'view_people_count_detail' <> all (permissions);
