-- What people write from the public page /contact. Forward only.

create table contact_message (
  id uuid primary key,
  name text not null,
  email text not null,
  company text not null,
  topic text not null,
  message text not null,
  -- whence it came, for the limit of an hour
  address text not null,
  -- hash of the proof of work it came with: a proof is good for one message
  proof bytea not null unique,
  created_at timestamptz not null default now()
);
create index contact_message_at on contact_message (created_at, id);

-- Whom a letter's reader answers, where that is not who sends it.
alter table mail add column reply_to text;
