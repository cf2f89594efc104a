-- Which devices a program may speak for; null: every device of the company, as before.
alter table api_key add column device_keys text[] check (cardinality(device_keys) > 0);
