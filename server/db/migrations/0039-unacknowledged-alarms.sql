-- An alarm of a door that is over and that nobody has acknowledged goes on needing somebody.
alter table door_state
  -- the worst alarm since the last acknowledgement; null: none waits for one
  add unacknowledged text,
  -- how many alarms of that kind there were since
  add alarm_count integer not null default 0,
  -- when it returned to normal; null while it is in alarm
  add returned_at timestamptz;

update door_state set unacknowledged = alarm, alarm_count = 1 where alarm <> 'Normal' and acknowledged_at is null;

-- A notification of an alarm: how often it came, and who has acknowledged the alarm.
alter table notification
  add times integer not null default 1,
  add acknowledged_by text,
  add acknowledged_at timestamptz;
create index notification_unacknowledged on notification using gin (device_ids)
  where acknowledged_at is null and kind in ('door-forced-open', 'door-held-open');
