-- What people are told in the product itself, and what their search reads fast. Forward only.

-- Written with what it is about, in one transaction; see docs/decisions/0010-letters-are-written-with-what-they-are-about.md.
create table notification (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- null: about the account itself, whatever company it is in
  company_id uuid references company,
  -- what it tells of: `access-changed`, `device-offline`...
  kind text not null,
  title text not null,
  message text not null,
  type text not null check (type in ('success', 'error', 'warning', 'info')),
  priority text not null check (priority in ('low', 'medium', 'high')),
  -- the words of its button, and the page it leads to
  action text,
  path text,
  required_permissions text[] not null default '{}',
  -- { url, linkText }
  metadata jsonb,
  -- it is shown only to who sees every one of them
  device_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_list on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_age on notification (created_at);
create index notification_read on notification (read_at) where read_at is not null;

-- That people were told that the device is gone: told once of each outage, and of its end.
alter table device_status add column outage_told_at timestamptz;
create index device_status_away on device_status (device_id) where not online or outage_told_at is not null;

-- Substrings are found without reading every row, where the store has the extension and lets us use it.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then return; end if;
  create extension if not exists pg_trgm;
  create index users_words on users using gin ((first_name || ' ' || last_name || ' ' || coalesce(display_name, '') || ' '
    || email || ' ' || coalesce(job, '') || ' ' || coalesce(department, '')) gin_trgm_ops);
  create index device_words on device using gin (name gin_trgm_ops);
exception when insufficient_privilege then
  raise notice 'pg_trgm may not be used here: search reads every row of the company';
end $$;
