-- How many people are inside is of a site or a zone, and of no device: so are its conditions and its alarms. Forward only.
alter table alarm_condition
  add site_id uuid references site on delete cascade,
  add zone_id uuid references zone on delete cascade,
  add check (zone_id is null or site_id is not null),
  add check (device_id is null or site_id is null);
create index alarm_condition_site on alarm_condition (site_id) where site_id is not null;
create index alarm_condition_zone on alarm_condition (zone_id) where zone_id is not null;

alter table alarm
  add site_id uuid references site on delete cascade,
  add zone_id uuid references zone on delete cascade,
  add check (zone_id is null or site_id is not null),
  add check (device_id is null or site_id is null);
create index alarm_site on alarm (site_id) where site_id is not null;
create index alarm_zone on alarm (zone_id) where zone_id is not null;

-- The directory holds sites and zones as well.
create trigger tell_devices_places after insert or delete or update of site_id on zone
  for each statement execute function tell('devices');
create trigger tell_devices_places after insert or delete on site for each statement execute function tell('devices');

-- What labels may hide, by its id: a device, a zone, a site as a whole.
create view located as
  select id, company_id, id as device_id, zone_id, site_id from device
  union all select id, company_id, null, id, site_id from zone
  union all select id, company_id, null, null, id from site;
