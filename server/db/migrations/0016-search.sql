-- The one index of search: what can be found, its words, and every ending of each word, written by triggers in the
-- transaction that changes what is found; see docs/decisions/0024-one-search-index.md. Forward only.

-- Without case, accents and ligatures; the same everywhere as `fold` in server/insight/search/words.ts, whatever the locale.
create function search_fold(told text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(told, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"),
    'ØøŁłĐđÐðıÆŒÞẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЇЈЉЊЋЏҐ',
    'oollddddiæœþßαβγδεζηθικλμνξοπρστυφχψωσабвгдежзийклмнопрстуфхцчшщъыьэюяђєіїјљњћџґ'),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');

-- Every line once: a person, a device, a company, an article. `scope` is the company whose people may find it, or nobody's
-- for what is of the installation.
create table search_document (
  id bigint generated always as identity primary key,
  scope uuid not null,
  source_id uuid not null,
  -- see documentTypes in server/insight/search/documents.sql.ts
  type smallint not null,
  title text not null,
  description text not null,
  -- what ends the address of its page, of what has one of its own
  page text,
  -- as told in entries, exits and events, which are found by whom and what they name
  name text not null,
  at timestamptz,
  high boolean not null,
  zone_id uuid,
  site_id uuid,
  title_key text collate "C" not null,
  name_key text collate "C" not null,
  -- all that may be sought in it
  text text collate "C" not null,
  -- within a tie: recent first, then what is marked, then by title
  order_key text collate "C" not null,
  unique (source_id, scope)
);
create index search_document_order on search_document (scope, type, order_key, id);

-- Which words each holds. A word is told by the hash of its scope and itself.
create table search_posting (
  word bigint not null,
  type smallint not null,
  -- 0: first of the title, 1: in the title, 2: elsewhere
  place smallint not null,
  -- in `name`
  named boolean not null,
  order_key text collate "C" not null,
  document bigint not null
);
create index search_posting_word on search_posting (word, type, place, order_key, document);
create index search_posting_document on search_posting (document);

-- Every ending of every word, so that what a word holds is what an ending begins with. Only added to: two that add the
-- same word at once both may, and neither waits for the other.
create table search_ending (
  scope uuid not null,
  ending text collate "C" not null,
  word bigint not null,
  -- the ending is the whole word
  whole boolean not null,
  -- of a title
  titled boolean not null
);
create index search_ending_by_text on search_ending (scope, ending) include (word, whole, titled);
create index search_ending_whole on search_ending (word) where whole;

-- What the logs say besides names: why somebody was denied, and what kinds of severe events there were.
create table search_told (
  company_id uuid not null,
  -- 'reason' or 'event'
  of text not null,
  told text not null,
  primary key (company_id, of, told)
);

-- 52 bits, which JavaScript can count. Two words of one hash cost time only: what they find is compared again.
create function search_word(scope uuid, word text) returns bigint language sql immutable strict parallel safe
  return ('x' || left(md5(scope::text || word), 13))::bit(52)::bigint;

-- Letters and digits of any script together; every other sign by itself.
create function search_words(folded text) returns table (word text, n bigint) language sql immutable strict parallel safe
  as $$ select m[1], n from regexp_matches(folded,
    '[a-z0-9\u0080-\u1fff\u2070-\U0010ffff]+|[^a-z0-9\s\u0080-\u1fff\u2070-\U0010ffff]', 'g') with ordinality t (m, n) $$;

create view search_source as
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
    and exists (select from entry_exit_log l where l.user_id = d.source_id and l.company_id = d.scope)
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

-- Brings what is told of these up to what they are now. The lines are locked before anything is read, so that of two
-- changes at once the later one sees the earlier.
create function search_refresh(ids uuid[]) returns void language plpgsql as $$
declare
  written bigint[];
begin
  perform from search_document where source_id = any (ids) order by id for update;
  delete from search_posting p using search_document d where d.source_id = any (ids) and p.document = d.id;
  delete from search_document d where d.source_id = any (ids)
    and not exists (select from search_source s where s.source_id = d.source_id and s.scope = d.scope
      and s.source_id = any (ids));
  with told as (
    select s.*, btrim(regexp_replace(search_fold(s.title), '\s+', ' ', 'g')) as title_key, search_fold(s.name) as name_key,
      search_fold(s.text) as folded
    from search_source s where s.source_id = any (ids)
  ), put as (
    insert into search_document as d (scope, source_id, type, title, description, page, name, at, high, zone_id, site_id,
      title_key, name_key, text, order_key)
    select t.scope, t.source_id, t.type, t.title, t.description, t.page, t.name, t.at, t.high, t.zone_id, t.site_id, t.title_key,
      t.name_key, t.folded,
      case when t.at is not null then '0' || to_char(9999999999999 - extract(epoch from t.at) * 1000, 'FM0000000000000')
        when t.high then '1' else '2' end || left(t.title_key, 60)
    from told t order by t.source_id
    on conflict (source_id, scope) do update set type = excluded.type, title = excluded.title,
      description = excluded.description, page = excluded.page, name = excluded.name, at = excluded.at, high = excluded.high,
      zone_id = excluded.zone_id, site_id = excluded.site_id, title_key = excluded.title_key,
      name_key = excluded.name_key, text = excluded.text, order_key = excluded.order_key
    returning d.id
  )
  select array_agg(id) into written from put;

  with held as materialized (
    select d.id, d.scope, d.type, d.order_key, w.word, min(w.place) as place, bool_or(w.named) as named
    from search_document d, lateral (
      select word, case when n = 1 then 0 else 1 end as place, false as named from search_words(d.title_key)
      union all select word, 2, true from search_words(d.name_key)
      union all select word, 2, false from search_words(d.text)
    ) w
    where d.id = any (written)
    group by d.id, d.scope, d.type, d.order_key, w.word
  ), posted as (
    insert into search_posting (word, type, place, named, order_key, document)
    select search_word(scope, word), type, place, named, order_key, id from held
  ), new as (
    select h.scope, h.word, search_word(h.scope, h.word) as hash, bool_or(h.place < 2) as titled
    from held h group by h.scope, h.word
  )
  insert into search_ending (scope, ending, word, whole, titled)
  select n.scope, substr(n.word, at, 24), n.hash, at = 1, n.titled
  from new n, generate_series(1, length(n.word)) at
  where not exists (select from search_ending e
    where e.scope = n.scope and e.ending = left(n.word, 24) and e.word = n.hash and e.whole and (e.titled or not n.titled));
end $$;

create function search_follow_new() returns trigger language plpgsql as $$
begin
  perform search_refresh((select array_agg(id) from fresh)) where exists (select from fresh);
  return null;
end $$;

create function search_follow() returns trigger language plpgsql as $$
begin
  perform search_refresh(array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create function search_follow_status() returns trigger language plpgsql as $$
begin
  perform search_refresh(array[new.device_id]);
  return null;
end $$;

create function search_follow_place() returns trigger language plpgsql as $$
begin
  perform search_refresh((select array_agg(d.id) from device d where d.site_id = new.id or d.zone_id = new.id));
  return null;
end $$;

create function search_follow_revision() returns trigger language plpgsql as $$
begin
  -- The words of a new revision come with the article's own change.
  if exists (select from article a where a.id = new.article_id and a.revision = new.number and a.sought <> '') then
    perform search_refresh(array[new.article_id]);
  end if;
  return null;
end $$;

create function search_follow_told() returns trigger language plpgsql as $$
declare
  what text := case tg_argv[0] when 'reason' then to_jsonb(new) ->> 'reason' else to_jsonb(new) ->> 'type' end;
begin
  if not exists (select from search_told t where t.company_id = new.company_id and t.of = tg_argv[0] and t.told = what) then
    insert into search_told values (new.company_id, tg_argv[0], what) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger search_told after insert on entry_exit_log for each row when (new.reason is not null)
  execute function search_follow_told('reason');
create trigger search_told after insert on event for each row when (new.severity in ('high', 'critical'))
  execute function search_follow_told('event');

create trigger search_new after insert on users referencing new table as fresh
  for each statement execute function search_follow_new();
create trigger search_changed after update of first_name, last_name, display_name, email, job, department, company_id
  on users for each row when (old.* is distinct from new.*) execute function search_follow();
create trigger search_gone after delete on users for each row execute function search_follow();

create trigger search_new after insert on device referencing new table as fresh
  for each statement execute function search_follow_new();
create trigger search_changed after update on device for each row
  when ((old.name, old.key, old.kind, old.zone_id, old.site_id, old.retired_at)
    is distinct from (new.name, new.key, new.kind, new.zone_id, new.site_id, new.retired_at))
  execute function search_follow();
create trigger search_gone after delete on device for each row execute function search_follow();
create trigger search_away after insert on device_status for each row when (not new.online)
  execute function search_follow_status();
create trigger search_changed after update of online on device_status for each row when (old.online <> new.online)
  execute function search_follow_status();
create trigger search_changed after update of name on site for each row when (old.name <> new.name)
  execute function search_follow_place();
create trigger search_changed after update of name on zone for each row when (old.name <> new.name)
  execute function search_follow_place();

create trigger search_new after insert on company referencing new table as fresh
  for each statement execute function search_follow_new();
create trigger search_changed after update of name, country, time_zone, tour on company for each row
  when (old.* is distinct from new.*) execute function search_follow();
create trigger search_gone after delete on company for each row execute function search_follow();

create trigger search_new after insert on article referencing new table as fresh
  for each statement execute function search_follow_new();
create trigger search_changed after update of slug, publish_at, revision, sought on article for each row
  when (old.* is distinct from new.*) execute function search_follow();
create trigger search_gone after delete on article for each row execute function search_follow();
create trigger search_new after insert on article_revision for each row execute function search_follow_revision();

-- What is there already; and those who left, whom their company's log still names.
select search_refresh(ids) from (
  select array_agg(id) as ids from (
    select id from users union all select id from device union all select id from company union all select id from article
  ) every
) found where ids is not null;
insert into search_document (scope, source_id, type, title, description, name, high, title_key, name_key, text, order_key)
  select distinct l.company_id, l.user_id, 10, '', '', '', false, '', '', '', ''
  from entry_exit_log l left join users u on u.id = l.user_id
  where l.user_id is not null and u.company_id is distinct from l.company_id;
select search_refresh(ids) from (select array_agg(source_id) as ids from search_document where type = 10) f
where ids is not null;

insert into search_told select distinct company_id, 'reason', reason from entry_exit_log where reason is not null;
insert into search_told select distinct company_id, 'event', type from event where severity in ('high', 'critical');

-- What stands out in the logs, and is seldom: found without reading those that were let in.
create index entry_exit_log_odd on entry_exit_log (company_id, at desc, id desc) where result = 'denied' or user_id is null;
create index event_severe on event (company_id, at desc, id desc) where severity in ('high', 'critical');
create index event_severe_device on event (device_id, at desc, id desc) where severity in ('high', 'critical');

-- In their place.
drop index if exists article_words;
