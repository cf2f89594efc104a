-- Who settled what was written from the public page.
alter table contact_message
  add column handled_at timestamptz,
  add column handled_by uuid references users on delete set null;
create index contact_message_open on contact_message (created_at, id) where handled_at is null;
