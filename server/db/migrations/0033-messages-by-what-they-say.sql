-- The same id with another body is another message: a device that counts its ids anew is believed. What was taken before
-- has no digest, so that it is nothing's repeat.
alter table message add column digest text collate "C" not null default '';
alter table message drop constraint message_pkey, add primary key (device_id, message_id, digest);
alter table message alter column digest drop default;
