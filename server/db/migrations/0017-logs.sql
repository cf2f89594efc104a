-- What the server itself went through, and what finds events and sign-ins fast. Forward only.

-- Of the installation, not of a company: docs/decisions/0025-the-system-log-belongs-to-the-installation.md
create table system_log (
  id uuid primary key,
  at timestamptz not null,
  -- which of several machines
  node text not null,
  level text not null check (level in ('information', 'warning', 'error')),
  message text not null,
  details jsonb not null,
  -- how often it was said within the second
  times integer not null
);
create index system_log_page on system_log (at desc, id desc);

-- What somebody should look at is little among all that devices say.
create index event_notable on event (company_id, at desc, id desc) where severity <> 'information';

-- What belongs together; events and the record have the like.
create index entry_exit_log_correlation on entry_exit_log (correlation_id);

create index activity_sign_in on activity (company_id, at desc, id desc)
  where action ~ '^(auth|social|accounts|secondFactors)[.]';
