-- Money that is booked by hand, or waits for its owner, moves what administrators' pages show as tickets do.
create trigger cash_transfer_told after insert on cash_transfer for each statement execute function tell_tickets();
create trigger cash_correction_told after insert on cash_correction for each statement execute function tell_tickets();
create trigger adjustment_told after insert on adjustment for each statement execute function tell_tickets();
