-- Names of people, doors and zones are remembered by every node: it is told when one changes.

create trigger tell_names after update of first_name, last_name or delete on users
  for each statement execute function tell('names');
create trigger tell_names after update of name or delete on device for each statement execute function tell('names');
create trigger tell_names after update of name or delete on zone for each statement execute function tell('names');
