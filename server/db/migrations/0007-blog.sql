-- The blog of the installation; see docs/decisions/0015-articles-are-markdown.md. Forward only.

create table article (
  id uuid primary key,
  -- null: of the installation itself, in the hands of who looks after it
  company_id uuid references company on delete cascade,
  -- as in the address; stays what it is from the first time the article is public or due to be
  slug text not null unique,
  slug_fixed boolean not null default false,
  -- null: a draft; to come: scheduled; past: public. Nothing has to happen at that moment.
  publish_at timestamptz,
  -- who began it
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- the number of the revision that is shown
  revision integer not null default 1
);
create index article_by_time on article (publish_at desc, id) where publish_at is not null;
create index article_of_company on article (company_id, created_at);

-- What was saved is never changed: what is shown is the newest one.
create table article_revision (
  article_id uuid not null references article on delete cascade,
  number integer not null,
  title text not null,
  summary text not null,
  markdown text not null,
  tags text[] not null,
  author text not null,
  cover_id uuid,
  cover_alt text not null default '',
  -- of the cover and of the text, as far as they are the company's own: no other is ever shown
  picture_ids uuid[] not null,
  words integer not null,
  restored_from integer,
  saved_at timestamptz not null default now(),
  saved_by uuid references users on delete set null,
  saved_by_name text not null,
  primary key (article_id, number)
);
create index article_revision_pictures on article_revision using gin (picture_ids);

create table article_picture (
  id uuid primary key,
  company_id uuid references company on delete cascade,
  width integer not null,
  height integer not null,
  -- webp, see pictureSizes in contract/site/blog.ts
  small bytea not null,
  card bytea not null,
  large bytea not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index article_picture_of_company on article_picture (company_id, created_at);
