-- Who looks a device up finds its one credential with it.
delete from mqtt_credential c using mqtt_credential newer
where newer.device_id = c.device_id and (newer.created_at, newer.username) > (c.created_at, c.username);
alter table mqtt_credential add constraint mqtt_credential_device unique (device_id);
