-- Alarms that a controller has told with its state, until the watch has seen whether it tells them as an event too.
create table door_alarm_said (
  device_id uuid not null references device,
  alarm text not null,
  at timestamptz not null,
  heard_at timestamptz not null,
  correlation_id uuid not null,
  primary key (device_id, at)
);
