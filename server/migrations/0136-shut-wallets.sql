-- Whose account is shut (it has left, or is blocked) says its wallet too, so that whoever gives money to it knows so under the lock it takes anyway.
-- Kept by the database: members are locked before wallets.
create function wallet_follows_member() returns trigger language plpgsql as $$
begin
  update wallet set shut = new.status = 0 where member_id = new.id;
  return null;
end $$;
create trigger wallet_follows_member after update of status on member
  for each row when ((old.status = 0) <> (new.status = 0)) execute function wallet_follows_member();

update wallet set shut = true from member where member.id = member_id and member.status = 0;
