-- The service of gas detectors: sensors, intervals, and a ledger that is only added to. Forward only.

-- A company without a row has what stands here.
create table gas_service_setting (
  company_id uuid primary key references company on delete cascade,
  bump_days integer not null default 90,
  calibration_days integer not null default 180,
  due_soon_days integer not null default 14,
  pass_band_percent numeric not null default 10
);

create table gas_sensor (
  device_id uuid not null references device,
  channel text not null,
  type text not null,
  serial text not null,
  installed_on date,
  life_months integer,
  range_low numeric,
  range_high numeric,
  resolution numeric,
  -- null: as the company has it
  bump_days integer,
  calibration_days integer,
  primary key (device_id, channel)
);

create table gas_service_entry (
  id uuid primary key,
  company_id uuid not null references company,
  device_id uuid not null references device,
  channel text not null,
  kind text not null check (kind in ('inspection', 'repair', 'sensor-replaced', 'bump-test', 'calibration', 'void')),
  at timestamptz not null,
  contractor text,
  recorded_by uuid not null,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  concentration numeric,
  lot text,
  lot_expires_on date,
  zero_before numeric,
  zero_after numeric,
  span_before numeric,
  span_after numeric,
  band_percent numeric,
  result text check (result in ('pass', 'fail')),
  fail_reasons text[] not null default '{}',
  sensor_type text,
  sensor_serial text,
  remark text not null default '',
  -- an entry is void once another voids it, and it stays so
  voids uuid unique references gas_service_entry,
  void_reason text,
  check ((voids is null) = (void_reason is null)),
  check (kind <> 'void' or voids is not null),
  check ((kind in ('bump-test', 'calibration')) = (result is not null)),
  check ((result is null) = (concentration is null or lot is null or lot_expires_on is null or span_after is null))
);
create index gas_service_entry_ledger on gas_service_entry (device_id, recorded_at desc, id desc);
create index gas_service_entry_kind on gas_service_entry (device_id, channel, kind, at desc, id desc)
  where kind in ('sensor-replaced', 'bump-test', 'calibration');

-- What the ledger has of a channel, so that what is due is read without it. Of tests only those of the sensor that is installed
-- count, and a calibration is a bump test as well. Written by the triggers below, and by nothing else.
create table gas_service_latest (
  device_id uuid not null references device,
  channel text not null,
  replaced_at timestamptz,
  sensor_type text,
  sensor_serial text,
  calibrated_at timestamptz,
  calibration_failed boolean not null default false,
  bumped_at timestamptz,
  bump_failed boolean not null default false,
  primary key (device_id, channel)
);

create function refresh_gas_service_latest() returns trigger language plpgsql as $$
begin
  insert into gas_service_latest (device_id, channel) values (new.device_id, new.channel) on conflict do nothing;
  -- Whoever adds to the same channel at the same time waits here, and reads what this transaction has added.
  perform from gas_service_latest where device_id = new.device_id and channel = new.channel for update;
  update gas_service_latest l set
    replaced_at = r.at, sensor_type = r.sensor_type, sensor_serial = r.sensor_serial,
    calibrated_at = x.calibrated_at, calibration_failed = coalesce(x.calibration = 'fail', false),
    bumped_at = x.bumped_at, bump_failed = coalesce(x.bump = 'fail', false)
  from device d join site s on s.id = d.site_id
    left join gas_sensor n on n.device_id = d.id and n.channel = new.channel
    left join lateral (
      select e.at, e.sensor_type, e.sensor_serial from gas_service_entry e
      where e.device_id = d.id and e.channel = new.channel and e.kind = 'sensor-replaced'
        and not exists (select from gas_service_entry v where v.voids = e.id)
        and (n.installed_on is null or (e.at at time zone s.time_zone)::date >= n.installed_on)
      order by e.at desc, e.id desc limit 1) r on true
    cross join lateral (
      select max(e.at) filter (where e.kind = 'calibration' and e.result = 'pass') as calibrated_at,
        max(e.at) filter (where e.result = 'pass') as bumped_at,
        (array_agg(e.result order by e.at desc, e.id desc) filter (where e.kind = 'calibration'))[1] as calibration,
        (array_agg(e.result order by e.at desc, e.id desc))[1] as bump
      from gas_service_entry e
      where e.device_id = d.id and e.channel = new.channel and e.kind in ('calibration', 'bump-test')
        and not exists (select from gas_service_entry v where v.voids = e.id)
        and (r.at is null or e.at >= r.at)
        and (n.installed_on is null or (e.at at time zone s.time_zone)::date >= n.installed_on)) x
  where d.id = new.device_id and l.device_id = new.device_id and l.channel = new.channel;
  return null;
end $$;
create trigger refresh_latest after insert on gas_service_entry
  for each row execute function refresh_gas_service_latest();
create trigger refresh_latest after insert or update of installed_on on gas_sensor
  for each row execute function refresh_gas_service_latest();

-- As it was uploaded; never replaced.
create table gas_service_certificate (
  entry_id uuid primary key references gas_service_entry,
  type text not null,
  content bytea not null,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null
);
alter table gas_service_certificate alter column content set storage external;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The service ledger is only added to: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete on gas_service_entry
  for each row execute function refuse_ledger_change();
create trigger refuse_truncate before truncate on gas_service_entry
  for each statement execute function refuse_ledger_change();
create trigger refuse_change before update or delete on gas_service_certificate
  for each row execute function refuse_ledger_change();
create trigger refuse_truncate before truncate on gas_service_certificate
  for each statement execute function refuse_ledger_change();

-- Of what people were reminded last: before it is due (0), when it is due (1), a week later (2), and so on.
create table gas_service_reminder (
  device_id uuid not null references device,
  channel text not null,
  item text not null check (item in ('calibration', 'bump-test', 'replacement')),
  due_on date not null,
  stage integer not null,
  primary key (device_id, channel, item)
);

-- What alarm rules were last given as overdue.
create table gas_calibration_overdue (
  device_id uuid not null references device,
  channel text not null,
  since timestamptz not null,
  primary key (device_id, channel)
);

create function gas_service_item_state(is_failed boolean, due_on date, today date, due_soon_days integer)
returns text language sql immutable as $$
  select case
    when is_failed then 'failed'
    when due_on is null then 'never'
    when today > due_on then 'overdue'
    when today >= due_on - due_soon_days then 'due-soon'
    else 'ok' end
$$;

-- What is due at each channel of each gas detector, as of a moment. Days are those of the site.
create function gas_service_state(now timestamptz) returns table (
  device_id uuid, channel text, company_id uuid, today date, state text, due_on date, due_soon_days integer,
  calibration_state text, calibrated_on date, calibration_due_on date,
  bump_state text, bumped_on date, bump_due_on date,
  replacement_state text, installed_on date, replacement_due_on date,
  type text, serial text, life_months integer, range_low numeric, range_high numeric, resolution numeric,
  own_bump_days integer, own_calibration_days integer)
language sql stable as $$
  select i.device_id, i.channel, i.company_id, i.today,
    case when 'failed' in (k.calibration, k.bump) then 'failed'
      when 'overdue' in (k.calibration, k.bump, k.replacement) then 'overdue'
      when 'never' in (k.calibration, k.bump, k.replacement) then 'never'
      when 'due-soon' in (k.calibration, k.bump, k.replacement) then 'due-soon'
      else 'ok' end,
    least(i.calibration_due_on, i.bump_due_on, i.replacement_due_on), i.due_soon_days,
    k.calibration, i.calibrated_on, i.calibration_due_on,
    k.bump, i.bumped_on, i.bump_due_on,
    k.replacement, i.installed_on, i.replacement_due_on,
    i.type, i.serial, i.life_months, i.range_low, i.range_high, i.resolution, i.bump_days, i.calibration_days
  from (
    select o.*,
      o.calibrated_on + coalesce(o.calibration_days, o.usual_calibration_days, 180) as calibration_due_on,
      o.bumped_on + coalesce(o.bump_days, o.usual_bump_days, 90) as bump_due_on,
      (o.installed_on + make_interval(months => o.life_months))::date as replacement_due_on
    from (
      select c.device_id, c.channel, d.company_id, (now at time zone s.time_zone)::date as today,
        coalesce(f.due_soon_days, 14) as due_soon_days,
        f.bump_days as usual_bump_days, f.calibration_days as usual_calibration_days,
        coalesce(l.calibration_failed, false) as calibration_failed, coalesce(l.bump_failed, false) as bump_failed,
        (l.calibrated_at at time zone s.time_zone)::date as calibrated_on,
        (l.bumped_at at time zone s.time_zone)::date as bumped_on,
        greatest(n.installed_on, (l.replaced_at at time zone s.time_zone)::date) as installed_on,
        coalesce(case when l.replaced_at is null then n.type else l.sensor_type end, '') as type,
        coalesce(case when l.replaced_at is null then n.serial else l.sensor_serial end, '') as serial,
        n.life_months, n.range_low, n.range_high, n.resolution, n.bump_days, n.calibration_days
      from (select g.device_id, g.channel from gas_latest g where g.channel not in ('temperature', 'humidity')
          union select g.device_id, g.channel from gas_sensor g) c
        join device d on d.id = c.device_id and d.kind = 'gas' and d.retired_at is null
        join site s on s.id = d.site_id
        left join gas_sensor n on n.device_id = c.device_id and n.channel = c.channel
        left join gas_service_latest l on l.device_id = c.device_id and l.channel = c.channel
        left join gas_service_setting f on f.company_id = d.company_id) o) i
    cross join lateral (select
      gas_service_item_state(i.calibration_failed, i.calibration_due_on, i.today, i.due_soon_days) as calibration,
      gas_service_item_state(i.bump_failed, i.bump_due_on, i.today, i.due_soon_days) as bump,
      case when i.life_months is not null
        then gas_service_item_state(false, i.replacement_due_on, i.today, i.due_soon_days) end as replacement) k
$$;
