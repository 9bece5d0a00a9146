-- A message's name is its sender's, in one conversation: the same name elsewhere is another message, whatever else is written at
-- that moment. The lock of the conversation is then enough to find what is sent again.
alter table message drop constraint message_sender_id_client_id_key;
alter table message add constraint message_sent_once unique (conversation_id, sender_id, client_id);
