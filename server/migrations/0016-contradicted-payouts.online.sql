do $$
begin
  -- What the provider reported about a payout after it had failed: that it waits, is paid, was paid and sent back, or is of another sum ('amount').
  -- Until the provider reports the failure again, its cash-out is neither sent once more, paid by hand nor rejected. Null where nothing contradicts.
  alter table payout add column if not exists contradiction text check (contradiction in ('waits', 'succeeded', 'reversed', 'amount'));
  -- When the provider reported so last.
  alter table payout add column if not exists contradicted_at timestamptz;
  -- Until now a contradiction was only in the text for administrators. The provider is asked about each of them within a minute.
  update payout set
    contradiction = case failure
      when 'Penyedia menyatakan: menunggu bank' then 'waits'
      when 'Penyedia menyatakan: sudah dibayar' then 'succeeded'
      when 'Penyedia menyatakan: dikembalikan bank' then 'reversed'
      else 'amount'
    end,
    contradicted_at = now(),
    look_at = now()
  where state = 'failed' and contradiction is null and failure like 'Penyedia menyatakan: %';
  commit;
end $$;
-- Cash-outs whose money a row of a bank may be, whatever bank paid them.
create index concurrently cash_out_by_sum on cash_out (amount, id);
