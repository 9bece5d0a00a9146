-- The newest ticket of a payment that was credited beside this one, which stood open at the member's own account. Who approved it by hand has seen
-- that one, and said that this ticket's money is another.
alter table deposit add column beside bigint references deposit (id);
-- What was approved before anybody was asked counts as seen.
update deposit set beside = seen.id
from (
  select spoken.id as spoken, max(given.id) as id
  from deposit spoken
  join deposit given on given.member_id = spoken.member_id and given.channel = 'va' and given.expires_at is null and given.state = 2 and given.id <> spoken.id
  where spoken.channel = 'va' and spoken.how = 'admin' and spoken.state = 2
  group by spoken.id
) seen
where deposit.id = seen.spoken;
