/** What other features may know of the directory of shops. */
export { searchSellers } from './sellers.queries.ts'
