-- Saved views of every list page; those of the entry and exit log are the first of them. Forward only.

create table saved_view (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null references users on delete cascade,
  -- the address of the list, without a query
  page text not null,
  name text not null,
  -- what stands in the address after it
  query text not null,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

insert into saved_view (id, company_id, owner_id, page, name, query, shared, created_at, updated_at)
select id, company_id, owner_id, '/entry-exit/report', name, query, shared, created_at, updated_at
from entry_exit_view;

drop table entry_exit_view;

create unique index saved_view_name on saved_view (owner_id, company_id, page, lower(name));
create index saved_view_shared on saved_view (company_id, page) where shared;
