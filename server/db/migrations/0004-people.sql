-- Accounts, second factors, links, invitations, social sign-in, mail. Forward only.

alter table company
  add column country text,
  add column address text,
  add column phone text,
  add column website text,
  -- what the company asks of its people's security; see contract/identity/companies.ts
  add column policy jsonb not null default '{}';
-- found by name in any case: two that differ in nothing else would be taken for each other
create unique index company_name on company (lower(name));

alter table role add column description text not null default '';
alter table label add column description text not null default '';

alter table users
  drop column profile_picture,
  add column display_name text,
  add column phone text,
  -- ISO 3166-1 alpha-2
  add column country text,
  -- how signing in by password is confirmed
  add column two_factor text not null default 'none' check (two_factor in ('none', 'email', 'totp')),
  -- sealed (kit/vault.ts); one that is not yet confirmed is not asked for
  add column totp_secret bytea,
  add column totp_pending bytea,
  -- the last accepted time step: a code counts once
  add column totp_step bigint,
  add column password_changed_at timestamptz,
  add column notification_preferences jsonb not null default '{}';

create table picture (
  -- as in addresses: a new picture has a new one
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  -- webp, 64, 256 and 512 px square
  small bytea not null,
  medium bytea not null,
  large bytea not null,
  created_at timestamptz not null default now()
);

-- Sessions ----------------------------------------------------------------------------------------------------------

alter table session
  -- how it was begun: password, password and code, passkey, google...
  add column method text not null default 'password',
  add column last_seen_at timestamptz not null default now(),
  -- after a rotation the token before is good for a moment: calls under way carry it
  add column previous_hash bytea,
  add column previous_until timestamptz,
  -- the rights at the last rotation
  add column rights bytea,
  -- who looks through this user's eyes, read only
  add column viewer_id uuid references users on delete cascade,
  -- let in by less than the company asks for: holds only what an account holds by itself until a factor is set up
  add column limited boolean not null default false;
create index session_previous on session (previous_hash) where previous_hash is not null;

-- Failures per account, also of accounts that do not exist, so that nothing tells the two apart.
create table sign_in_attempt (
  -- hash of the address in lower case
  account bytea primary key,
  failures integer not null,
  since timestamptz not null,
  locked_until timestamptz
);

-- A sign-in whose password was right and which waits for its second factor.
create table second_factor_challenge (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- how it was begun: password, google...
  method text not null,
  -- of the browser's CSRF secret: a code is of use only where the password was typed
  browser bytea not null,
  -- null: not by e-mail
  code_hash bytea,
  tries integer not null default 0,
  codes_sent integer not null default 0,
  code_sent_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index second_factor_challenge_user on second_factor_challenge (user_id);

create table recovery_code (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table trusted_device (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index trusted_device_user on trusted_device (user_id);

create table passkey (
  -- the credential's id, base64url
  id text primary key,
  user_id uuid not null references users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

create table passkey_challenge (
  id uuid primary key,
  -- null: of a sign-in, before anybody is known
  user_id uuid references users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);

-- Links and invitations -----------------------------------------------------------------------------------------------

-- What a mailed or printed link may do, once.
create table one_time_link (
  id uuid primary key,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'set-up')),
  -- null: the set-up of the installation
  user_id uuid references users on delete cascade,
  -- a link is for the address it was sent to
  email text,
  token_hash bytea not null unique,
  -- what else happens once the address is verified: a company is founded, or asked to let the person in
  afterwards jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_user on one_time_link (user_id, purpose, created_at);

create table invitation (
  id uuid primary key,
  company_id uuid not null references company,
  email text not null,
  first_name text not null,
  last_name text not null,
  job text,
  department text,
  role_ids uuid[] not null,
  label_ids uuid[] not null,
  invited_by uuid references users on delete set null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitation_open on invitation (company_id, lower(email))
  where accepted_at is null and revoked_at is null;

create table join_request (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references users on delete cascade,
  message text not null default '',
  created_at timestamptz not null default now(),
  decision text check (decision in ('approved', 'declined')),
  decided_at timestamptz,
  decided_by uuid references users on delete set null
);
create unique index join_request_open on join_request (user_id) where decision is null;

-- Social sign-in ------------------------------------------------------------------------------------------------------

create table social_account (
  provider text not null check (provider in ('google', 'github')),
  -- the provider's own id of the person: addresses change hands
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  linked_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- On the way to a provider and back, once.
create table social_attempt (
  state_hash bytea primary key,
  provider text not null,
  verifier text not null,
  nonce text not null,
  -- of the cookie in the browser that set out
  browser bytea not null,
  -- who connects the account; null: signing in
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);

-- Mail ----------------------------------------------------------------------------------------------------------------

-- Written with what it is about, in one transaction; sent afterwards, tried again until it is taken or given up.
create table mail (
  id uuid primary key,
  company_id uuid references company,
  user_id uuid references users on delete set null,
  recipient text not null,
  -- which letter: `verify-email`, `invitation`...
  letter text not null,
  subject text not null,
  -- emptied once it is sent: letters carry links
  text text,
  html text,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  -- what the mail server answered
  receipt text,
  error text
);
create index mail_waiting on mail (next_try_at) where sent_at is null and failed_at is null;
create index mail_company on mail (company_id, created_at desc, id desc);
create index mail_recipient on mail (lower(recipient), created_at);
create trigger tell_mail after insert or update of failed_at on mail for each statement execute function tell('mail');

-- What a caller may do also hangs on whether the address is verified, and on who looks on.
drop trigger tell on users;
create trigger tell after update of status, verified, permissions, company_id or delete on users
  for each statement execute function tell('access');
-- A session's token was replaced; the one before ends soon.
create trigger tell_rotation after update on session for each row when (old.token_hash is distinct from new.token_hash)
  execute function tell('access');
create index activity_user on activity (user_id, at desc, id desc);
