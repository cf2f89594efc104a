-- A role that a lockdown scenario names is not deleted: without it, whoever holds the permission could begin or end it.
alter table lockdown_scenario_role
  drop constraint lockdown_scenario_role_role_id_fkey,
  add foreign key (role_id) references role;
