/** What other features use of the health of the platform. */
export { type AdapterDeps, checkOf } from './adapter-checks.ts'
