/*
 * Rows of our bank statements, and money that belongs to nobody yet. Feeds and files tell the same rows; each is stored once (same-rows.ts)
 * and looked at once (match.ts), in a transaction of its own.
 */

export { houseAccount, rowIsOfHouse } from './house-account.ts'
export { lockRow } from './locked-row.ts'
export { freeRow, giveMoney, openRowOf, rowOfTicket, takeRow, ticketsWithMoney } from './rows-of-tickets.ts'
export { endWaitingTogether } from './together.ts'
export { lastTold } from './told.queries.ts'
