-- Alarms in search: found by device, assignee, severity and title, as what happens is, and by what people wrote of them, which
-- is a line of the index of its own (type 11). Forward only.

create or replace view search_source as
  select u.company_id as scope, u.id as source_id, 1::smallint as type,
    coalesce(u.display_name, u.first_name || ' ' || u.last_name) as title,
    concat_ws(' · ', nullif(u.job, ''), nullif(u.department, ''), u.email) as description, u.email as page,
    u.first_name || ' ' || u.last_name as name, null::timestamptz as at, false as high, null::uuid as zone_id,
    null::uuid as site_id,
    concat_ws(' ', u.first_name, u.last_name, u.display_name, u.email, u.job, u.department) as text
  from users u where u.company_id is not null
  union all
  -- Who has left, or is deleted: only what the log tells of them is found.
  select d.scope, d.source_id, 10::smallint, coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'), '', null,
    coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'), null, false, null, null,
    coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown')
  from search_document d left join users u on u.id = d.source_id
  where d.type in (1, 10) and d.scope is distinct from u.company_id
    and search_passed(d.source_id, d.scope)
  union all
  select d.company_id, d.id,
    (case when d.retired_at is not null then 9 else array_position('{-,door,camera,intercom,gas,counter}', d.kind) end)::smallint,
    d.name, concat_ws(' · ', w.word, z.name, s.name, case when not k.online then 'offline' end), null, d.name, null,
    coalesce(not k.online, false), d.zone_id, d.site_id,
    concat_ws(' ', d.name, d.key, w.word, z.name, s.name, case when not k.online then 'offline' end)
  from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
    left join device_status k on k.device_id = d.id,
    lateral (select case d.kind when 'door' then 'Door' when 'camera' then 'Camera' when 'intercom' then 'Intercom'
      when 'gas' then 'Gas detector' else 'People counter' end as word) w
  union all
  select '00000000-0000-0000-0000-000000000000', c.id, 7::smallint, c.name,
    concat_ws(' · ', 'Company', c.country, c.time_zone), c.name, c.name, null, false, null, null, c.name
  from company c where not c.tour
  union all
  select '00000000-0000-0000-0000-000000000000', a.id, 8::smallint, r.title, concat_ws(' · ', r.author, r.summary), a.slug, r.title,
    a.publish_at, false, null, null, a.sought
  from article a join article_revision r on r.article_id = a.id and r.number = a.revision
  union all
  -- What people wrote of an alarm: comments, and notes of acknowledgements.
  select a.company_id, a.id, 11::smallint, '', '', null, n.notes, null, false, null, null, ''
  from alarm a, lateral (select string_agg(t.note, ' ' order by t.n) as notes from alarm_transition t
    where t.alarm_id = a.id and t.what in ('commented', 'acknowledged')) n
  where n.notes is not null;

create function search_follow_notes() returns trigger language plpgsql as $$
declare
  noted uuid[] := (select array_agg(distinct f.alarm_id) from fresh f
    where f.what in ('commented', 'acknowledged') and f.note is not null);
begin
  if noted is not null then perform search_refresh(noted); end if;
  return null;
end $$;
create trigger search_noted after insert on alarm_transition referencing new table as fresh
  for each statement execute function search_follow_notes();

create function search_follow_gone_alarms() returns trigger language plpgsql as $$
declare
  gone uuid[] := (select array_agg(d.source_id) from former f join search_document d on d.source_id = f.id);
begin
  if gone is not null then perform search_refresh(gone); end if;
  return null;
end $$;
create trigger search_gone after delete on alarm referencing old table as former
  for each statement execute function search_follow_gone_alarms();

-- 'reason', 'event' or 'alarm'
create or replace function search_follow_told() returns trigger language plpgsql as $$
declare
  what text := to_jsonb(new) ->> (case tg_argv[0] when 'event' then 'type' when 'alarm' then 'title' else 'reason' end);
begin
  if not exists (select from search_told t where t.company_id = new.company_id and t.of = tg_argv[0] and t.told = what) then
    insert into search_told values (new.company_id, tg_argv[0], what) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger search_told after insert on alarm for each row execute function search_follow_told('alarm');

select search_refresh(ids) from (
  select array_agg(distinct alarm_id) as ids from alarm_transition where what in ('commented', 'acknowledged') and note is not null
) noted where ids is not null;
insert into search_told select distinct company_id, 'alarm', title from alarm;

-- The open ones come first, and are few; of the others those of a title.
create index alarm_open_raised on alarm (company_id, raised_at desc, id desc) where cleared_at is null;
create index alarm_title on alarm (company_id, title, raised_at desc, id desc);
create index alarm_severity on alarm (company_id, severity, raised_at desc, id desc);
create index alarm_assignee_raised on alarm (assignee_id, raised_at desc) where assignee_id is not null;
drop index alarm_assignee;
