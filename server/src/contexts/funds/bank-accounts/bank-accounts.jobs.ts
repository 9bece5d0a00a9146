import { cronJob, onDemandJob } from '#jobs/jobs.ts'
import { type OwnerDeps, requestAccountOwnerJob, requestAccountOwnerOf, requestAccountOwners } from './owner-by-bank.ts'

export const bankAccountJobs = (deps: OwnerDeps) => [
  onDemandJob(requestAccountOwnerJob, ({ id }) => requestAccountOwnerOf(deps, id)),
  cronJob({ name: 'request-account-owners', cron: '23 19 * * *', run: () => requestAccountOwners(deps) }),
]
