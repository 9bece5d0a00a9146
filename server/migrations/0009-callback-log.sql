-- Members leaf through their own callbacks, newest first.
create index delivery_member on delivery (member_id, id);
