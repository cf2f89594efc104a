-- Which companies may publish on the blog of the installation, and what search reads of articles. Forward only.

-- Everybody may register a company; what is public is said in the name of the installation. See
-- docs/decisions/0015-articles-are-markdown.md.
alter table company add column publishes boolean not null default false;
-- The demo's, and those of who looks after the installation: the first one was theirs.
update company c set publishes = true where demo or exists (
  select from users u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
  where u.company_id = c.id and r.company_id is null and r.name = 'platform admin');

-- The words of the revision that is shown, where an index finds them.
alter table article add column sought text not null default '';
update article a set sought = concat_ws(' ', r.title, r.summary, array_to_string(r.tags, ' '), r.author, r.markdown)
from article_revision r where r.article_id = a.id and r.number = a.revision;
do $$
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  create index article_words on article using gin (sought gin_trgm_ops);
end $$;
