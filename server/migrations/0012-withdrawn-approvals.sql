-- The administrator who made a request can withdraw it; only then do requester and decider agree.
alter table approval_request
  drop constraint approval_request_outcome_check,
  drop constraint approval_request_check,
  add constraint approval_request_outcome_check check (outcome in ('approved', 'rejected', 'withdrawn', 'lapsed')),
  add constraint approval_request_decider_check check ((decided_by = asked_by) = (outcome = 'withdrawn'));
