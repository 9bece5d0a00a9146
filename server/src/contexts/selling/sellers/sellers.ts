/** What other features may know of the directory of shops. */
export { isOnline, onlineUntil, searchSellers } from './sellers.queries.ts'
