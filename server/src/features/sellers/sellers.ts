/** What other features may know of the directory of shops. */
export { isOnline, searchSellers } from './sellers.queries.ts'
