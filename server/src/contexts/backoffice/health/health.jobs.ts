import { periodically } from '#jobs/jobs.ts'
import { type WatchDeps, watchHealth } from './watch.ts'

export const healthJobs = (deps: WatchDeps) => [
  periodically({ name: 'check-health', at: '* * * * *', work: () => watchHealth(deps, new Date()) }),
]
