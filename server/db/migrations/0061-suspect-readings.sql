-- Readings that are not to be believed though the detector calls them good, and the baselines that drift is found by. Forward only.

-- The lowest that a channel reads on a day of its site: the 5 % quantile of what its hours were at least.
create table gas_baseline (
  device_id uuid not null references device on delete cascade,
  channel text not null,
  day date not null,
  -- null: too little of the day was measured
  value double precision,
  primary key (device_id, channel, day)
);

create table gas_suspect (
  device_id uuid not null references device on delete cascade,
  channel text not null,
  why text not null check (why in ('below-zero', 'frozen', 'drifting')),
  since timestamptz not null,
  -- where the baseline was before it began to drift; of nothing else
  baseline double precision,
  primary key (device_id, channel, why),
  check ((why = 'drifting') = (baseline is not null))
);
