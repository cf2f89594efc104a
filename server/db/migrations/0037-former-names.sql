-- What people, devices and zones were called: whoever was recorded under a name is shown under it, whatever they are called
-- now. Spans of one id follow each other without a gap; the present name is where it always was.
create table former_name (
  id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  name text not null,
  primary key (id, until),
  check (since < until)
);

-- Until when it has had other names: of what is younger nobody looks for one.
alter table users add column renamed_at timestamptz;
alter table device add column renamed_at timestamptz;
alter table zone add column renamed_at timestamptz;

create function keep_former_name() returns trigger language plpgsql as $$
declare
  former text := case tg_table_name when 'users' then to_jsonb(old) ->> 'first_name' || ' ' || (to_jsonb(old) ->> 'last_name')
    else to_jsonb(old) ->> 'name' end;
  from_then timestamptz := coalesce((select max(f.until) from former_name f where f.id = old.id), '-infinity');
begin
  -- Twice within a transaction: in between it was called nothing that anybody saw.
  if from_then < now() then
    insert into former_name (id, since, until, name) values (old.id, from_then, now(), former);
    new.renamed_at := now();
  end if;
  return new;
end $$;

create function forget_former_names() returns trigger language plpgsql as $$
begin
  delete from former_name where id = old.id;
  return null;
end $$;

create trigger keep_former_name before update of first_name, last_name on users for each row
  when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name)
  execute function keep_former_name();
create trigger keep_former_name before update of name on device for each row
  when (old.name is distinct from new.name) execute function keep_former_name();
create trigger keep_former_name before update of name on zone for each row
  when (old.name is distinct from new.name) execute function keep_former_name();
create trigger forget_former_names after delete on users for each row execute function forget_former_names();
create trigger forget_former_names after delete on device for each row execute function forget_former_names();
create trigger forget_former_names after delete on zone for each row execute function forget_former_names();
