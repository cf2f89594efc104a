-- Openings of a locked door that was shut again before the watch could judge them: until it has.
create table door_shut_opening (
  device_id uuid not null references device,
  contact_since timestamptz not null,
  heard_at timestamptz not null,
  primary key (device_id, contact_since)
);
