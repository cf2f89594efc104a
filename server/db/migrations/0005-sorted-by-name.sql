-- Names in the order that people expect; see docs/decisions/0014-names-sorted-by-a-key-of-their-own.md. Forward only.

-- Without case, accents and ligatures. Short enough for an index and a cursor: what is longer is told apart by its id.
-- What a database in the locale C cannot make lower case (Greek, Cyrillic) stays by case there.
create function sort_key_of(name text) returns text language sql immutable strict parallel safe
  return left(replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 'ØøŁłĐđÐðıÆŒÞẞ', 'oollddddiæœþß'),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 100);

-- By last name, then first; who has one name only by that. A tab comes before every letter: "Berg" before "Bergen".
-- Compared by bytes, so that no upgrade of the operating system or of ICU breaks the indexes.
alter table users add column sort_key text collate "C" not null
  generated always as (sort_key_of(ltrim(last_name || E'\t' || first_name, E'\t'))) stored;
alter table role add column sort_key text collate "C" not null generated always as (sort_key_of(name)) stored;
alter table label add column sort_key text collate "C" not null generated always as (sort_key_of(name)) stored;
alter table company add column sort_key text collate "C" not null generated always as (sort_key_of(name)) stored;

drop index users_company;
create index users_company on users (company_id, sort_key, id);
create index company_by_name on company (sort_key, id);
