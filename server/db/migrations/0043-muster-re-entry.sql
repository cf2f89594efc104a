-- A roll-call that nobody meant to start, and people who come back in after they were accounted for. Forward only.

alter table muster add column mistaken boolean not null default false;

alter table muster_person drop constraint muster_person_status_check, add constraint muster_person_status_check
  check (status in ('unaccounted', 're-entered', 'safe', 'missing', 'not-here', 'left'));

alter table muster_mark drop constraint muster_mark_status_check, add constraint muster_mark_status_check
  check (status in ('unaccounted', 're-entered', 'safe', 'missing', 'not-here', 'left'));
