-- What waits for a second administrator is told to administrators' pages as tickets are, whatever it is about.
create trigger pending_decision_told after insert or update on pending_decision for each statement execute function tell_tickets();
