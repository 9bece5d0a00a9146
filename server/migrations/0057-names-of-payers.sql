-- Who paid whom is kept for as long as a setting says. After that files are emptied, and the texts of rows that are explained;
-- days, sums and balances stay, and the hash that knows the same file again.
drop trigger statement_file_append_only on statement_file;
create function only_forget_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.content = '' and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' then
    return new;
  end if;
  raise exception '% only forgets', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;
create trigger statement_file_only_forgets before update or delete on statement_file for each row execute function only_forget_content();
create trigger statement_file_stays before truncate on statement_file for each statement execute function only_forget_content();

create index statement_named on bank_statement (happened_at) where description <> '' and explained not in ('new', 'unmatched');
