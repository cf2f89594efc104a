-- Arrivals of visitors that their hosts are notified of, by a door or by the front desk: once a day. Forward only.
alter table visitor_pass add column announced_at timestamptz;
update visitor_pass set announced_at = last_used_at;
