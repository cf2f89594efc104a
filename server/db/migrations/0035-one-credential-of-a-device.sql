-- Who looks a device up finds its one credential with it. No code ever made two.
alter table mqtt_credential add constraint mqtt_credential_device unique (device_id);
