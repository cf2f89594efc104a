-- The company whose devices are shown to everybody who visits the public tour. It has no people.

alter table company add column tour boolean not null default false;
