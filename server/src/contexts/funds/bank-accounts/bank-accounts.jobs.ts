import { periodically, whenAsked } from '#jobs/jobs.ts'
import { askOwner, askOwnerOf, askOwnersLeft, type OwnerDeps } from './owner-by-bank.ts'

export const bankAccountJobs = (deps: OwnerDeps) => [
  whenAsked(askOwner, ({ id }) => askOwnerOf(deps, id)),
  periodically({ name: 'request-account-owners', at: '23 19 * * *', work: () => askOwnersLeft(deps) }),
]
