-- When the documents were sent that an administrator looks at, and why they were rejected last.
alter table member add column documents_sent_at timestamptz;
alter table member add column seller_rejection text;
-- Whoever sold takes out what it earned as sellers do, also once the role is gone.
alter table member add column sold_until timestamptz;
