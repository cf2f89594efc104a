-- What search reads of an article is each of its words once, in small letters: a fraction of the text, and compared
-- without turning all of it into small letters each time. Forward only.

update article a set sought = coalesce((
  select string_agg(distinct lower(word), ' ') from article_revision r, regexp_split_to_table(
    concat_ws(' ', r.title, r.summary, array_to_string(r.tags, ' '), r.author, r.markdown), '\s+') word
  where r.article_id = a.id and r.number = a.revision), '');
