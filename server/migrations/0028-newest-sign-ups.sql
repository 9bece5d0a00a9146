-- The newest of one member, without walking back through everybody's.
create index sign_up_newest on sign_up (member_id, id);
drop index sign_up_member;
