-- A key is of one company: what another calls its devices is neither taken by it nor known to it.
alter table device drop constraint device_key_key;
alter table device add constraint device_key unique (company_id, key);
-- Of both the older is the one that is reported: on Gatehouse's own wire the address is the key.
alter table device drop constraint device_address;
alter table device add constraint device_address unique (company_id, driver, address);
