-- The proof that each set of entries sums to zero, which every statement that books pays for: sum() of bigint counts in numbers without
-- an end, for each set anew. This one counts in bigint and refuses, by an error, what does not fit, which no set of whole rupiah comes near.
create aggregate sum_within_bigint(bigint) (sfunc = int8pl, stype = bigint, parallel = safe, combinefunc = int8pl);

create or replace function entry_sets_balance() returns trigger language plpgsql as $$
declare broken bigint;
begin
  select set_id into broken from added group by set_id having sum_within_bigint(amount) <> 0 limit 1;
  if found then
    raise exception 'entry set % does not sum to zero', broken using errcode = 'integrity_constraint_violation', constraint = 'entry_sets_balance';
  end if;
  return null;
end $$;
