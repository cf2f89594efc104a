-- How the connection of each polled device is, as the node that polls it last wrote it.
create table poll_state (
  device_id uuid primary key references device on delete cascade,
  last_poll_at timestamptz,
  -- of the last poll that read everything
  last_good_at timestamptz,
  -- polls in a row that did not
  failures int not null,
  -- of the last 100 polls, how many read everything: 0 to 1
  success_share float8,
  round_trip_ms float8,
  -- as contract/building/polling.ts has them
  trouble text,
  error text,
  next_poll_at timestamptz
);
