-- From its limit on, a second administrator is also needed to end a difference of the reconciliation, which may be the only trace of a booking. Every
-- request that is there has one of the old kinds, so none has to be looked at.
alter table approval_request drop constraint approval_request_kind_check;
alter table approval_request add constraint approval_request_kind_check check (kind in (
  'purchase.force', 'setting.change', 'cash.move', 'unmatched.assign', 'statement.note', 'difference.end', 'dispute.reject', 'ticket.decide',
  'payment_method.change', 'member.change'
)) not valid;
