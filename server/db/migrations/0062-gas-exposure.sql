-- Who was in a zone while gas was there is seen by those who manage people and gas, and by auditors. Forward only.
update role set permissions = permissions || '{view_gas_exposure}'
where (permissions @> '{manage_gas,manage_users}' or name = 'auditor' and system)
  and 'view_gas_exposure' <> all (permissions);
update users set permissions = permissions || '{view_gas_exposure}'
where (permissions @> '{manage_gas,manage_users}'
    or id in (select m.user_id from user_role m join role r on r.id = m.role_id where r.name = 'auditor' and r.system))
  and 'view_gas_exposure' <> all (permissions);
