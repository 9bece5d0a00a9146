/** Exports of the seller directory for other features. */
export { isOnline, onlineUntil, searchSellers } from './sellers.queries.ts'
