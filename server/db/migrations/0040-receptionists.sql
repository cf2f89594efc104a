-- A permission for visitors, and the role of those at the front desk. Forward only.

-- Whoever issued passes before goes on doing so.
update role set permissions = permissions || '{manage_visitors}'
where 'manage_doors' = any (permissions) and 'manage_visitors' <> all (permissions);
update users set permissions = permissions || '{manage_visitors}'
where 'manage_doors' = any (permissions) and 'manage_visitors' <> all (permissions);

-- One that a company has made itself under this name stays as it is.
insert into role (id, company_id, name, system, permissions)
select gen_random_uuid(), c.id, 'receptionist', true, '{read_profile,manage_account,view_activity,read_notifications,
  read_dashboard,read_company,read_staff,read_doors,read_entry_exit_dashboard,read_entry_exit_report,read_log_details,
  create_entry,create_exit,manage_visitors}'
from company c
where not exists (select from role r where r.company_id = c.id and lower(r.name) = 'receptionist');
