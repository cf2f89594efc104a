-- What somebody deletes of their notifications is gone at once, and can be restored for a day by the name of its deletion.
alter table notification
  add column deletion_id uuid,
  add column deleted_at timestamptz,
  add check ((deletion_id is null) = (deleted_at is null));
create index notification_deletion on notification (deletion_id) where deletion_id is not null;
create index notification_deleted on notification (deleted_at) where deleted_at is not null;
