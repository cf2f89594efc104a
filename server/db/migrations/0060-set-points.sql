-- Gas set points: which alarm rules they are, where which of them hold, where each version is written and who changed it,
-- and the changes that wait for a second person. Forward only.

-- Where other set points hold than in the rest of the company: sites, zones or detectors, of one kind alone.
create table set_point_area (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  site_ids uuid[] not null default '{}',
  zone_ids uuid[] not null default '{}',
  device_ids uuid[] not null default '{}',
  -- the profile that was applied last
  profile text not null,
  removed_at timestamptz
);
create index set_point_area_company on set_point_area (company_id) where removed_at is null;

create table set_point_settings (
  company_id uuid primary key references company on delete cascade,
  second_person boolean not null default false,
  -- of the whole company, as it was applied last
  profile text not null default 'standard'
);

alter table alarm_rule
  -- null beside a channel: of the whole company
  add area_id uuid references set_point_area on delete cascade,
  -- null: it is no gas set point
  add channel text,
  add stage text,
  add check ((channel is null) = (stage is null)),
  add check (area_id is null or channel is not null);
create unique index alarm_rule_set_point on alarm_rule (company_id, area_id, channel, stage) nulls not distinct
  where channel is not null and deleted_at is null;

-- Whether the rule was in force by that version. Of versions that are not the newest nobody knows: they count as in force.
alter table alarm_rule_version add enabled boolean not null default true;
update alarm_rule_version v set enabled = r.enabled from alarm_rule r where r.id = v.rule_id and r.version = v.version;

-- What every company has begun with is its set points, as long as it still is about the same: whatever else was made of it
-- is a rule beside them.
update alarm_rule r set
  channel = split_part(r.preset, '-', 2),
  stage = case r.preset when 'gas-O2-low' then 'deficiency' when 'gas-O2-high' then 'enrichment'
    else split_part(r.preset, '-', 3) end
from alarm_rule_version v
where v.rule_id = r.id and v.version = r.version and r.deleted_at is null
  and r.preset ~ '^gas-(CO|H2S|O2|LEL|CO2|NO2|SO2|NH3)-(low|high)$'
  and v.definition -> 'condition' ->> 'kind' = 'threshold'
  and v.definition -> 'condition' ->> 'measure' = 'gas.' || split_part(r.preset, '-', 2)
  and v.definition -> 'condition' ->> 'comparison' = case r.preset when 'gas-O2-low' then 'below' else 'above' end
  and not jsonb_path_exists(v.definition -> 'scope', '$.*[*]');

-- Each change that was made, by one person or by two.
create table set_point_change (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  at timestamptz not null,
  by text not null,
  reason text not null,
  -- null: nobody had to
  approved_by text
);
create index set_point_change_company on set_point_change (company_id);

-- Of the versions that a change has made.
create table set_point_version (
  rule_id uuid not null,
  version int not null,
  change_id uuid not null references set_point_change on delete cascade,
  -- null: a value of the company's own
  profile text,
  source text not null,
  primary key (rule_id, version),
  foreign key (rule_id, version) references alarm_rule_version (rule_id, version) on delete cascade
);
create index set_point_version_change on set_point_version (change_id);

create table set_point_proposal (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  -- as contract/safety/set-points.ts has them
  change jsonb not null,
  differences jsonb not null,
  reason text not null,
  proposed_at timestamptz not null,
  -- null: that account is deleted
  proposed_by_id uuid references users on delete set null,
  proposed_by text not null,
  expires_at timestamptz not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_at timestamptz,
  decided_by text,
  decision_reason text
);
create index set_point_proposal_company on set_point_proposal (company_id, proposed_at desc, id desc);
