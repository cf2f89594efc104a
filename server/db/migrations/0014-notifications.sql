-- Notifications are numbered in the order in which they are told, and say what became of them. Forward only.
-- See docs/decisions/0022-notifications-are-numbered.md.

create sequence notification_seq;

alter table notification
  -- null until a node has numbered it; whoever reads in this order misses none
  add column seq bigint,
  -- first told to a browser of the person
  add column sent_at timestamptz,
  -- the browser said that it has been on the screen
  add column seen_at timestamptz,
  -- and that something was done about it there
  add column acted_at timestamptz,
  add column action_taken text check (action_taken in ('opened', 'followed', 'dismissed'));

update notification n set seq = numbered.seq
from (select id, nextval('notification_seq') as seq
  from (select id from notification order by created_at, id) in_order) numbered
where numbered.id = n.id;

create unique index notification_in_order on notification (seq);
create index notification_missed on notification (user_id, seq);
create index notification_unnumbered on notification (created_at, id) where seq is null;

create trigger tell_notifications after insert on notification
  for each statement execute function tell('notifications');
