-- A floor as a whole has limits, displays and alarms, as sites and zones have. Forward only.
alter table occupancy_limit
  add floor_id uuid references floor on delete cascade,
  add check (floor_id is null or zone_id is null);
alter table occupancy_display
  add floor_id uuid references floor on delete cascade,
  add check (floor_id is null or zone_id is null);

alter table alarm_condition
  add floor_id uuid references floor on delete cascade,
  add check (floor_id is null or (site_id is not null and zone_id is null));
create index alarm_condition_floor on alarm_condition (floor_id) where floor_id is not null;

alter table alarm
  add floor_id uuid references floor on delete cascade,
  add check (floor_id is null or (site_id is not null and zone_id is null));
create index alarm_floor on alarm (floor_id) where floor_id is not null;

-- The directory holds floors as well.
create trigger tell_devices_places after insert or delete or update of name, site_id on floor
  for each statement execute function tell('devices');

-- What labels may hide, by its id: a device, a zone, a floor or a site as a whole. A floor has a row for each of its zones: who
-- does not see all of them does not see the floor.
create or replace view located as
  select id, company_id, id as device_id, zone_id, site_id from device
  union all select id, company_id, null, id, site_id from zone
  union all select id, company_id, null, null, id from site
  union all select f.id, f.company_id, null, z.id, f.site_id from floor f left join zone z on z.floor_id = f.id;
