-- Names of payers stand in their rows alone, which forget them; a difference of a row names the row, and whoever reads it is shown the text that is there.
update reconciliation_difference difference
set detail = case when starts_with(detail, statement.description) then ltrim(substr(detail, length(statement.description) + 1), ' ·') else '' end
from bank_statement statement
where difference.scope = 'bank' and difference.kind in ('not_in_books', 'waits') and 'mutasi ' || statement.id = difference.reference
  and not (statement.description = '' and difference.detail = coalesce(statement.why, ''));

-- Customers' numbers are forgotten after the days of the setting: a seller's file as it came, and its lines. Nothing else of them changes.
drop trigger seller_report_append_only on seller_report;
create trigger seller_report_only_forgets before update or delete on seller_report for each row execute function only_forget_content();
create trigger seller_report_stays before truncate on seller_report for each statement execute function only_forget_content();

drop trigger seller_report_row_append_only on seller_report_row;
create function only_forget_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.number = '' and to_jsonb(new) - 'number' = to_jsonb(old) - 'number' then
    return new;
  end if;
  raise exception '% only forgets', tg_table_name using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;
create trigger seller_report_row_only_forgets before update or delete on seller_report_row for each row execute function only_forget_number();
create trigger seller_report_row_stays before truncate on seller_report_row for each statement execute function only_forget_number();

create index seller_report_told on seller_report (created_at) where content <> '';
