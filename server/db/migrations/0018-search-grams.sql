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
