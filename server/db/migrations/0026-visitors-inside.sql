-- Visitors with a pass: where they were let in to, and on the list of a roll-call like everybody else. Forward only.

-- which pass was shown; null: something else was, or nobody's
alter table entry_exit_log add column pass_id uuid;
create index entry_exit_log_pass on entry_exit_log (pass_id, at desc, id desc) where pass_id is not null;

-- What was logged before says it with the step that found the credential.
update entry_exit_log l set pass_id = (l.decision #>> array[s.step, 'passId'])::uuid
from (select generate_series(0, 3)::text as step) s
where l.user_id is null and l.method = 'pass' and l.decision #>> array[s.step, 'passId'] is not null;

-- As `presence` for people: where a visitor was last let in to; null is outside.
create table visitor_presence (
  pass_id uuid primary key references visitor_pass on delete cascade,
  company_id uuid not null references company,
  zone_id uuid references zone on delete cascade,
  at timestamptz not null
) with (fillfactor = 50);
create index visitor_presence_zone on visitor_presence (company_id, zone_id);

insert into visitor_presence (pass_id, company_id, zone_id, at)
select distinct on (l.pass_id) v.id, v.company_id, case l.type when 'entry' then o.to_zone_id else o.from_zone_id end, l.at
from visitor_pass v join entry_exit_log l on l.pass_id = v.id join door o on o.device_id = l.door_id
where l.result = 'granted' and l.taken is not false
order by l.pass_id, l.at desc, l.id desc;

-- Of a visitor: the pass, where they are from and whom they came to see, as it was then.
alter table muster_person
  add column pass_id uuid references visitor_pass on delete set null,
  add column visitor_company text,
  add column host_id uuid references users on delete set null,
  add column host text;
alter table muster_person drop constraint muster_person_source_check;
alter table muster_person add constraint muster_person_source_check
  check (source in ('badge', 'pass', 'manual', 'import', 'warden'));
create unique index muster_person_pass_once on muster_person (muster_id, pass_id) where pass_id is not null;

-- Roll-calls on the timeline of what they belong to.
create index muster_correlation on muster (correlation_id);
