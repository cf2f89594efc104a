-- Entries and exits from before there were seals, or that a building brings along, are sealed once for each company, as they
-- are then: each that lies before this position is under that seal, or was not there.
insert into rollup_position (series, tx)
select 'entry_exit_seal_before', coalesce((select s.from_tx from entry_exit_seal s order by s.from_tx limit 1), p.tx)
from rollup_position p where p.series = 'entry_exit_seal';
