-- An address is a device's own within its company: two companies may each own a Shelly of the same name, on wires of
-- their own.

alter table device drop constraint device_driver_address_key;
alter table device add constraint device_address unique (company_id, driver, address);

alter table discovered drop constraint discovered_pkey;
alter table discovered add primary key (company_id, driver, address);
