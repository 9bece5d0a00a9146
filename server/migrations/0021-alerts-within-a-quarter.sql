-- Nothing waits unseen for longer than 15 minutes, whatever was set before that was the bound.
update setting set value = case jsonb_typeof(value) when 'string' then '"15"'::jsonb else '15'::jsonb end
where name = 'purchases.alertMinutes' and (value #>> '{}')::bigint > 15;
