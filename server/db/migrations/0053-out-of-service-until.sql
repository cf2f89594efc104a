-- A device may come back into service by itself. Forward only.
alter table device
  add out_of_service_until timestamptz,
  add check (out_of_service_until is null or out_of_service_since is not null);
create index device_out_of_service_until on device (out_of_service_until) where out_of_service_until is not null;
