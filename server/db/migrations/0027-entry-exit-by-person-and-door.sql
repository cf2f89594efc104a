-- The report of one person at one door, newest first: without it the whole log of both is gathered and sorted for a page.

create index entry_exit_log_user_door on entry_exit_log (user_id, door_id, at desc, id desc);
