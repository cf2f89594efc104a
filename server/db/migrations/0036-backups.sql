-- What is known of backups: each that was made, and each that could not be.
create table backup (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  path text not null,
  bytes bigint,
  -- null: it was made, and read back whole
  error text,
  check ((bytes is null) = (error is not null))
);
create index backup_newest on backup (started_at desc);
