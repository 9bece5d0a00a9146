/*
 * Rows of the platform's bank statements, and suspense money. A feed and a file may deliver the same row; it is stored once (same-rows.ts) and
 * matched once (match.ts), in a transaction of its own.
 */

export { isAfterTicket } from './after-ticket.ts'
export { executeApprovedNote, executeApprovedSuspenseEnd } from './approved-end.ts'
export { mayHavePaidFrom } from './candidates.ts'
export { refuseDoubtfulRow } from './doubtful-row.ts'
export { type LockedRow, lockRow } from './locked-row.ts'
export { namesText } from './names-text.ts'
export { alertBookedTransfer, creditedElsewhere, creditedText, lockSums, notifyOwnMoney } from './own-money.ts'
export { refusePerhapsCounted } from './perhaps-counted.ts'
export { platformAccount, rowIsOfPlatform } from './platform-account.ts'
export {
  explainByReturn,
  freeRow,
  giveMoney,
  mayBeReturn,
  openRowOf,
  refuseReturnedMoney,
  rowOfReturn,
  rowOfTicket,
  takeRow,
  ticketsWithMoney,
} from './rows-of-tickets.ts'
export { lastDeliveries } from './statement-rows.queries.ts'
