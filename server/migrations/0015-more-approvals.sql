-- From their limits on, a second administrator is also needed to note a bank row that is not in suspense, and to reject a claim: a rejected claim cannot
-- be made again, and no longer holds back the seller's money. Every request that is there has one of the old kinds, so none has to be looked at.
alter table approval_request drop constraint approval_request_kind_check;
alter table approval_request add constraint approval_request_kind_check check (kind in (
  'purchase.force', 'setting.change', 'cash.move', 'unmatched.assign', 'statement.note', 'dispute.reject', 'ticket.decide', 'payment_method.change', 'member.change'
)) not valid;
