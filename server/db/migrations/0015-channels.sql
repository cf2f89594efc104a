-- How people and programs are told beyond the product itself: mail, push, webhooks, and what became of each. Forward only.

-- All notices of one `notify` tell of one fact: a webhook gets it once, however many people did.
alter table notification add column fact_id uuid;
create index notification_fact on notification (fact_id);

-- The three switches of before become the e-mail column of the one table of preferences.
update users set notification_preferences = jsonb_build_object('email', jsonb_strip_nulls(jsonb_build_object(
  'new-sign-in', notification_preferences -> 'signIn',
  'access-changed', notification_preferences -> 'access',
  'join-request', notification_preferences -> 'people',
  'invitation-accepted', notification_preferences -> 'people')))
where notification_preferences <> '{}';

-- A browser that takes notifications: of who was signed in there when it was switched on, while they have not signed out.
create table push_subscription (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references session on delete cascade,
  -- an address only the push service and we know
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  agent text not null,
  created_at timestamptz not null,
  -- when it was last told under whom it runs
  bound_at timestamptz not null,
  last_sent_at timestamptz
);
create index push_subscription_user on push_subscription (user_id);
create index push_subscription_session on push_subscription (session_id);

-- Whoever sits there next must not get another's notifications.
create function forget_push() returns trigger language plpgsql as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;
create trigger forget_push after update of revoked_at on session for each row
  when (new.revoked_at is not null and old.revoked_at is null) execute function forget_push();

create table webhook (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  url text not null,
  -- null: every kind there is
  kinds text[],
  -- sealed: see server/kit/secrets/vault.ts
  secret bytea not null,
  -- signs as well until then, so that a receiver can change over
  previous_secret bytea,
  previous_until timestamptz,
  -- whether who made it sees what labels hide; if not, it is told nothing of that
  whole boolean not null,
  enabled boolean not null default true,
  -- the circuit: failures one after another, since when, and until when nothing is sent
  failures int not null default 0,
  failing_since timestamptz,
  paused_until timestamptz,
  last_error text,
  last_delivered_at timestamptz,
  -- by itself, after failing for days
  given_up_at timestamptz,
  created_at timestamptz not null
);
create index webhook_company on webhook (company_id);

create table delivery (
  id uuid primary key,
  notification_id uuid references notification on delete set null,
  company_id uuid references company,
  user_id uuid references users on delete cascade,
  channel text not null check (channel in ('email', 'push', 'webhook')),
  -- the push subscription or the webhook
  target_id uuid,
  -- what it was called when this was written
  target text not null,
  fact_id uuid,
  kind text not null,
  -- what is sent, where that is not the notification itself
  body jsonb,
  status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'seen', 'failed')),
  reason text,
  tries int not null default 0,
  next_try_at timestamptz not null,
  -- somebody is sending it
  taken_until timestamptz,
  -- gathered with others until next_try_at
  waits text check (waits in ('quiet', 'digest')),
  -- gathered: its fate is that of the summary or the letter
  part_of uuid references delivery on delete set null,
  mail_id uuid references mail on delete cascade,
  receipt_hash bytea unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  seen_at timestamptz
);
-- What has gone into a letter or a summary stays `queued` itself, and is in neither of these.
create index delivery_due on delivery (channel, next_try_at) where status = 'queued' and waits is null and mail_id is null;
create index delivery_gathering on delivery (next_try_at)
  where status = 'queued' and waits is not null and part_of is null and mail_id is null;
create index delivery_under_way on delivery (target_id) where status = 'queued' and taken_until is not null;
create index delivery_open on delivery (target_id, status) where status in ('queued', 'failed');
create index delivery_company on delivery (company_id, created_at desc, id desc);
create index delivery_target on delivery (target_id, created_at desc, id desc) where target_id is not null;
create index delivery_notification on delivery (notification_id);
create index delivery_user on delivery (user_id, created_at desc, id desc);
create index delivery_mail on delivery (mail_id);
create index delivery_part on delivery (part_of);
create unique index delivery_once on delivery (target_id, fact_id, kind) where channel = 'webhook' and fact_id is not null;
create index delivery_age on delivery (created_at);
create trigger tell_deliveries after insert on delivery for each statement execute function tell('deliveries');
