-- What keeps a flood from hiding the rest: of messages on /contact, and of devices that come and go. Forward only.

-- Those that wait for the letter that brings many at once.
alter table contact_message add column mailed_at timestamptz;
update contact_message set mailed_at = created_at;
create index contact_message_waiting on contact_message (created_at) where mailed_at is null;

alter table device_status
  -- since when a device whose outage was told is there again; its end is told some time later
  add column outage_over_since timestamptz,
  -- until then nobody is told of another outage of it
  add column outage_quiet_until timestamptz;

-- A person's newest of each kind; those before them go.
create index notification_of_kind on notification (user_id, kind, created_at desc, id desc);

-- Search reads more of a device than its name, so that this one never answered.
drop index if exists device_words;
