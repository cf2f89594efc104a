-- Readings of a device lie together in the index, in order of time: with its channels apart, ten thousand channels had ten
-- thousand pages that every second changed, each of which is written whole after a checkpoint. Forward only.
drop index gas_reading_series;
create index gas_reading_series on gas_reading (device_id, at, channel);

-- As the hours have it: `like` copies no storage parameters.
alter table gas_day set (fillfactor = 70);

-- Rows up to `upto` are added in `parts` transactions, of which `added` are done; then `tx` moves. Null: no round is under way.
alter table rollup_position add upto xid8, add parts integer not null default 1, add added integer not null default 0;
