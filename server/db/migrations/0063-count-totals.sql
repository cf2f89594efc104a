-- Running totals that counters have reported lately: what they have grown by is what was counted. Forward only.
create table count_total (
  device_id uuid not null references device on delete cascade,
  line text not null,
  direction text not null check (direction in ('in', 'out')),
  at timestamptz not null,
  total bigint not null,
  -- when it was reset; null: the device does not tell
  since timestamptz,
  primary key (device_id, line, direction, at, total)
);
