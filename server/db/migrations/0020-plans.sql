-- Groups of doors, the plans of floors with what stands where, and doors being set up. Forward only.

-- Doors under one name, for schedules, lockdowns and access levels. A door may be in many; what refers to a group keeps
-- it from being removed.
create table door_group (
  id uuid primary key,
  company_id uuid not null references company on delete cascade,
  name text not null,
  sort_key text collate "C" not null generated always as (sort_key_of(name)) stored,
  description text not null default '',
  created_at timestamptz not null default now()
);
create unique index door_group_name on door_group (company_id, lower(name));

create table door_group_door (
  group_id uuid not null references door_group on delete cascade,
  device_id uuid not null references door on delete cascade,
  primary key (group_id, device_id)
);
create index door_group_door_of on door_group_door (device_id);

-- The picture of a floor: drawn by us from what was sent, of which nothing is kept. WebP.
create table plan (
  floor_id uuid primary key references floor on delete cascade,
  company_id uuid not null references company on delete cascade,
  -- new with every picture, so that one that was fetched may be kept for good
  picture_id uuid not null unique,
  width integer not null,
  height integer not null,
  large bytea not null,
  small bytea not null,
  -- what it was made from, for people: `ground-floor.pdf, page 2`
  source text not null,
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null default now()
);

-- Where a device is on the plan of its floor: 0 to 1 from the left and from the top, degrees clockwise. It stays when the
-- picture is replaced.
create table plan_device (
  device_id uuid primary key references device on delete cascade,
  floor_id uuid not null references floor on delete cascade,
  x double precision not null check (x between 0 and 1),
  y double precision not null check (y between 0 and 1),
  rotation smallint not null default 0 check (rotation between 0 and 359)
);
create index plan_device_floor on plan_device (floor_id);

-- At another site it is on no plan.
create function forget_spot() returns trigger language plpgsql as $$
begin
  delete from plan_device where device_id = new.id;
  return null;
end $$;
create trigger forget_spot after update of site_id on device for each row when (old.site_id is distinct from new.site_id)
  execute function forget_spot();

-- What a person did not want to take in or to approve: exactly this, told again with every start of its sender, is not
-- shown again. It says something else: it is.
alter table discovered add column refused text;

-- A gateway that was made to set doors up: it carries the doors that are added on its wire, and nothing else.
alter table mqtt_credential add column doors boolean not null default false;

-- The directory holds the names of zones and the time zones of sites. A zone that is removed had no device.
create trigger tell_devices after update of name, floor_id on zone for each statement execute function tell('devices');
create trigger tell_devices after update of name, time_zone on site for each statement execute function tell('devices');
