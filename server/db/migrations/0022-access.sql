-- Who may open which door, and when: credentials of every kind, access levels with their doors, groups and people, what
-- a person is held to, and visitor passes. The decision itself is made elsewhere; what each column means to it stands
-- here. Forward only.
--
-- A person opens a door by a level while all of this holds:
-- 1. the person: users.status is 'active', and access_person, where there is a row, is neither suspended nor outside its
--    time;
-- 2. the credential: state 'active', revoked_at null, within its time;
-- 3. the level holds the door, by access_level_door or by a door group of access_level_door_group, and is the person's,
--    by access_level_person or by a group of access_level_group whose access_group_member the person is, within the
--    times of that link and of that membership;
-- 4. the level's schedule is open at the door, in the time of the door's site; null is always.
-- A visitor pass opens the doors of visitor_pass_door at any time of its own, and those of its level by rule 4.
-- Every time is from `valid_from` on and before `valid_to`; null: without that end.

-- People in groups -----------------------------------------------------------------------------------------------------

create table access_group (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  sort_key text collate "C" not null generated always as (sort_key_of(name)) stored
);
create unique index access_group_name on access_group (company_id, lower(name));
create index access_group_company on access_group (company_id, sort_key, id);

create table access_group_member (
  group_id uuid not null references access_group on delete cascade,
  user_id uuid not null references users on delete cascade,
  valid_from timestamptz,
  valid_to timestamptz,
  added_at timestamptz not null default now(),
  primary key (group_id, user_id),
  check (valid_to > valid_from)
);
create index access_group_member_user on access_group_member (user_id);

-- Levels: doors by people by schedule ------------------------------------------------------------------------------------

create table access_level (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  description text not null default '',
  -- null: always
  schedule_id uuid references schedule,
  created_at timestamptz not null default now(),
  sort_key text collate "C" not null generated always as (sort_key_of(name)) stored
);
create unique index access_level_name on access_level (company_id, lower(name));
create index access_level_company on access_level (company_id, sort_key, id);
create index access_level_schedule on access_level (schedule_id);

create table access_level_door (
  level_id uuid not null references access_level on delete cascade,
  door_id uuid not null references door on delete cascade,
  added_at timestamptz not null default now(),
  primary key (level_id, door_id)
);
create index access_level_door_door on access_level_door (door_id);

-- Every door that is in the group at the moment of the decision.
create table access_level_door_group (
  level_id uuid not null references access_level on delete cascade,
  group_id uuid not null references door_group,
  added_at timestamptz not null default now(),
  primary key (level_id, group_id)
);
create index access_level_door_group_group on access_level_door_group (group_id);

create table access_level_group (
  level_id uuid not null references access_level on delete cascade,
  group_id uuid not null references access_group on delete cascade,
  valid_from timestamptz,
  valid_to timestamptz,
  added_at timestamptz not null default now(),
  primary key (level_id, group_id),
  check (valid_to > valid_from)
);
create index access_level_group_group on access_level_group (group_id);

create table access_level_person (
  level_id uuid not null references access_level on delete cascade,
  user_id uuid not null references users on delete cascade,
  valid_from timestamptz,
  valid_to timestamptz,
  added_at timestamptz not null default now(),
  primary key (level_id, user_id),
  check (valid_to > valid_from)
);
create index access_level_person_user on access_level_person (user_id);

-- The doors of each level, whichever way; without those that are retired.
create view access_level_opens as
  select w.level_id, w.door_id from (
    select level_id, door_id from access_level_door
    union
    select l.level_id, g.device_id from access_level_door_group l join door_group_door g on g.group_id = l.group_id
  ) w join device d on d.id = w.door_id
  where d.retired_at is null;

-- Whose each level is, with the times of every way to it: both the membership's and the link's have to hold.
create view access_level_holder as
  select level_id, user_id, null::uuid as group_id, valid_from, valid_to, null::timestamptz as member_from,
    null::timestamptz as member_to, added_at
  from access_level_person
  union all
  select l.level_id, m.user_id, m.group_id, l.valid_from, l.valid_to, m.valid_from, m.valid_to,
    greatest(l.added_at, m.added_at)
  from access_level_group l join access_group_member m on m.group_id = l.group_id;

-- What a person is held to. No row: as the defaults say.
create table access_person (
  user_id uuid primary key references users on delete cascade,
  company_id uuid not null references company,
  -- opens nothing outside of it, whatever the levels say
  valid_from timestamptz,
  valid_to timestamptz,
  -- opens nothing while it lasts; the account is another matter (users.status, which closes the doors as well)
  suspended boolean not null default false,
  -- the door stays unlocked for its extended_seconds
  extended_time boolean not null default false,
  -- anti-passback is not asked of them
  passback_exempt boolean not null default false,
  -- 'needed': let in only within 30 s after somebody who 'may escort' at the same door
  escort text not null default 'none' check (escort in ('none', 'needed', 'may escort')),
  changed_at timestamptz not null default now(),
  check (valid_to > valid_from)
);
create index access_person_company on access_person (company_id);

-- Visitor passes ----------------------------------------------------------------------------------------------------------

create table visitor_pass (
  id uuid primary key,
  company_id uuid not null references company,
  visitor_name text not null,
  visitor_company text not null default '',
  -- null: not mailed
  visitor_email text,
  note text not null default '',
  -- whom the visitor comes to see
  host_id uuid references users on delete set null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- how many times it lets in; null: as often as one likes within its time. Letting out is never counted.
  uses integer check (uses > 0),
  used integer not null default 0,
  last_used_at timestamptz,
  -- 'used': `used` has reached `uses`. That its time is over is not written down: `valid_to` says so.
  state text not null default 'issued' check (state in ('issued', 'used', 'withdrawn')),
  -- by the level's schedule; besides the doors of visitor_pass_door
  level_id uuid references access_level on delete set null,
  -- as access_person.escort 'needed'
  escort_needed boolean not null default false,
  -- sha256 of what the mailed page is found by; a new one with every letter
  page_hash bytea unique,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (valid_to > valid_from)
);
create index visitor_pass_company on visitor_pass (company_id, valid_from desc, id desc);
create index visitor_pass_host on visitor_pass (host_id);
create index visitor_pass_level on visitor_pass (level_id);

create table visitor_pass_door (
  pass_id uuid not null references visitor_pass on delete cascade,
  door_id uuid not null references door on delete cascade,
  primary key (pass_id, door_id)
);
create index visitor_pass_door_door on visitor_pass_door (door_id);

-- Credentials ---------------------------------------------------------------------------------------------------------------

-- `value` is what finds a credential, by kind:
-- card    `card:0012345678`, as on the wire
-- pin     `pin:` and the hex HMAC-SHA256 of the digits with the company's pin_key; of a revoked one `pin:revoked:<id>`,
--         so that its digits may be given again
-- mobile  `mobile:<id of this row>`; on the wire `mobile:<id>.<step>.<mac>`, another every 30 s, proven with `secret`
-- pass    `pass:` and something random, as in the QR code
alter table credential
  alter column user_id drop not null,
  add column kind text not null default 'card' check (kind in ('card', 'pin', 'mobile', 'pass')),
  -- what people call it: "the blue one"
  add column label text not null default '',
  -- beside revoked_at, which is for good: a suspended one may come back, a lost one raises suspicion when it is shown
  add column state text not null default 'active' check (state in ('active', 'suspended', 'lost')),
  -- a PIN given under threat: opens as any, and tells the guards without a sign at the door
  add column duress boolean not null default false,
  add column pass_id uuid unique references visitor_pass on delete cascade,
  -- of a mobile, sealed (kit/vault.ts); null: not yet set up on a telephone
  add column secret bytea,
  -- null: before that was noted
  add column created_at timestamptz;
alter table credential alter column created_at set default now();
update credential set kind = split_part(value, ':', 1) where split_part(value, ':', 1) in ('pin', 'mobile');
alter table credential
  add check ((kind = 'pass') = (user_id is null)),
  add check ((kind = 'pass') = (pass_id is not null)),
  add check (kind = 'pin' or not duress),
  add check (kind = 'mobile' or secret is null);
create index credential_user on credential (user_id);
-- One PIN and one duress PIN each.
create unique index credential_pin on credential (user_id, duress) where kind = 'pin' and revoked_at is null;

-- The key that PINs are hashed with: one for each company, sealed (kit/vault.ts), made when the first PIN is given.
create table access_key (
  company_id uuid primary key references company on delete cascade,
  pin_key bytea not null
);
