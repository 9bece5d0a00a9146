-- Whose an account is by its bank's own word; said and empty: the bank knows no such account.
alter table bank_account add column bank_says text;
alter table bank_account add column bank_said_at timestamptz;
-- As it was when the cash-out was asked for: what is paid goes under the bank's name.
alter table cash_out add column bank_says text;
