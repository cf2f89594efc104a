-- What a company chose about its set-up checklist; what is done follows from its data.
create table company_setup (
  company_id uuid primary key references company on delete cascade,
  skipped text[] not null default '{}',
  hidden boolean not null default false
);
