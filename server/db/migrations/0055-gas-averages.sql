-- Readings are stored in the unit of their channel, with what the device reported where that was another. Forward only.
alter table gas_reading add given_value double precision, add given_unit text;
alter table gas_latest add given_value double precision, add given_unit text;

create temp table other_unit (channel text, unit text, to_unit text, factor numeric);
insert into other_unit values ('CO2', 'ppm', '%vol', 0.0001), ('O2', 'ppm', '%vol', 0.0001), ('CO', '%vol', 'ppm', 10000),
  ('H2S', '%vol', 'ppm', 10000), ('NO2', '%vol', 'ppm', 10000), ('SO2', '%vol', 'ppm', 10000),
  ('NH3', '%vol', 'ppm', 10000), ('VOC', '%vol', 'ppm', 10000);

-- Rollups have no unit: theirs is that of the latest reading.
update gas_minute g set sum = sum * o.factor, min = (min::numeric * o.factor)::float8, max = (max::numeric * o.factor)::float8
from gas_latest l join other_unit o on o.channel = l.channel and o.unit = l.unit
where l.device_id = g.device_id and l.channel = g.channel;
update gas_hour g set sum = sum * o.factor, min = (min::numeric * o.factor)::float8, max = (max::numeric * o.factor)::float8
from gas_latest l join other_unit o on o.channel = l.channel and o.unit = l.unit
where l.device_id = g.device_id and l.channel = g.channel;
update gas_day g set sum = sum * o.factor, min = (min::numeric * o.factor)::float8, max = (max::numeric * o.factor)::float8
from gas_latest l join other_unit o on o.channel = l.channel and o.unit = l.unit
where l.device_id = g.device_id and l.channel = g.channel;
update gas_reading r set given_value = r.value, given_unit = r.unit, value = (r.value::numeric * o.factor)::float8, unit = o.to_unit
from other_unit o where o.channel = r.channel and o.unit = r.unit;
update gas_latest r set given_value = r.value, given_unit = r.unit, value = (r.value::numeric * o.factor)::float8, unit = o.to_unit
from other_unit o where o.channel = r.channel and o.unit = r.unit;
drop table other_unit;

-- What was measured in each minute of the channels that people breathe in: the sum of value times milliseconds, and how many
-- milliseconds were measured. Without a row: nothing.
create table gas_exposure_minute (
  device_id uuid not null,
  channel text not null,
  at timestamptz not null,
  integral numeric not null,
  measured integer not null,
  -- milliseconds beyond the range of the detector, whose true value is higher
  over_range integer not null,
  primary key (device_id, channel, at)
) partition by range (at);
insert into retention (series, partition_days, keep_days) values ('gas_exposure_minute', 7, 90);

-- The sums of the two windows that end at `until`, moved on each minute; decimal, so that what is added and taken away leaves
-- nothing behind.
create table gas_exposure (
  device_id uuid not null references device on delete cascade,
  channel text not null,
  -- null: no window has been summed yet
  until timestamptz,
  hold_ms integer not null,
  -- when it is estimated anew from the intervals between readings
  hold_due timestamptz not null,
  stel_integral numeric not null default 0,
  stel_measured bigint not null default 0,
  stel_over_range bigint not null default 0,
  twa_integral numeric not null default 0,
  twa_measured bigint not null default 0,
  twa_over_range bigint not null default 0,
  primary key (device_id, channel)
) with (fillfactor = 50);

-- Averages begin with the shift that is under way.
insert into rollup_position (series, tx)
select 'gas_exposure', coalesce(min(tx), pg_current_xact_id()) from gas_reading where at > now() - interval '9 hours'
  and exists (select from gas_reading)
on conflict do nothing;

do $$
declare p record;
begin
  -- Of the weeks that readings are stored of already.
  for p in select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'gas_reading'::regclass
  loop
    execute format('create table if not exists %I partition of gas_exposure_minute %s',
      replace(p.relname, 'gas_reading', 'gas_exposure_minute'), p.bound);
  end loop;
end $$;
