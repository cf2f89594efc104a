-- Which lines of the index hold what is sought, however short, common or far inside a word it is: by every one, two and three
-- bytes that stand together in a line, and once more by those of its title and name. See docs/search.md. Forward only.

-- 38 bits of company and type, whether it is about the title, three bytes.
create function search_grams(scope uuid, type smallint, title text, name text, told text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 2000 as $$
declare
  base bigint := ('x' || left(md5(scope::text || type), 16))::bit(64)::bigint & ~ 67108863::bigint;
  named bigint := base | (1 << 24);
  t bytea := convert_to(told, 'UTF8') || '\x2020';
  n bytea := convert_to(case when starts_with(title, name) then title else title || ' ' || name end, 'UTF8') || '\x2020';
begin
  return array(select base | (get_byte(t, i) << 16) | (get_byte(t, i + 1) << 8) | get_byte(t, i + 2) from generate_series(0, length(t) - 3) i)
    || array(select base | (get_byte(t, i) << 16) | (get_byte(t, i + 1) << 8) from generate_series(0, length(t) - 3) i)
    || array(select base | (get_byte(t, i) << 16) from generate_series(0, length(t) - 3) i)
    || array(select named | (get_byte(n, i) << 16) | (get_byte(n, i + 1) << 8) | get_byte(n, i + 2) from generate_series(0, length(n) - 3) i)
    || array(select named | (get_byte(n, i) << 16) | (get_byte(n, i + 1) << 8) from generate_series(0, length(n) - 3) i)
    || array(select named | (get_byte(n, i) << 16) from generate_series(0, length(n) - 3) i);
end $$;

-- What a line has to have that holds all of these: three bytes after three bytes, and the last three.
create function search_keys(scope uuid, type smallint, titled boolean, sought text[]) returns bigint[]
  language sql immutable strict parallel safe as $$
  select array_agg(distinct (('x' || left(md5(scope::text || type), 16))::bit(64)::bigint & ~ 67108863::bigint)
    | (titled::int << 24) | (get_byte(b, i) << 16)
    | case when length(b) > 1 then get_byte(b, i + 1) << 8 else 0 end | case when length(b) > 2 then get_byte(b, i + 2) else 0 end)
  from unnest(sought) s, convert_to(s, 'UTF8') b, generate_series(0, greatest(length(b) - 3, 0)) i
  where i % 3 = 0 or i = length(b) - 3
$$;

-- Nothing waits in a list to be sorted in: what waits is compared at every search.
create index search_document_grams on search_document using gin (search_grams(scope, type, title_key, name_key, text))
  with (fastupdate = off);
-- What is frequent is known without asking: nothing is planned by it.
alter index search_document_grams alter column 1 set statistics 0;

-- The words of names, which is what entries, exits and events are found by, without those of everything else.
create index search_posting_named on search_posting (word) include (document, type) where named;

-- Whole words in their order, for those that are close to what is sought.
create index search_ending_words on search_ending (scope, ending) include (word, titled) where whole;

-- Asked of who has left, and of nobody else: in the view itself every partition of the log was planned for, each time
-- that anything changed.
create function search_passed(person uuid, company uuid) returns boolean language plpgsql stable strict as $$
begin
  return exists (select from entry_exit_log l where l.user_id = person and l.company_id = company);
end $$;

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
  from article a join article_revision r on r.article_id = a.id and r.number = a.revision;

-- The same few lines whatever they are: planned once.
alter function search_refresh(uuid[]) set plan_cache_mode = force_generic_plan;
