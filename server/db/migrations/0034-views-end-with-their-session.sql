-- Whoever sees through the eyes of another does so as long as the session lasts in which they began.
alter table session add column viewer_session_id uuid;
create index session_viewer_session on session (viewer_session_id) where viewer_session_id is not null;
