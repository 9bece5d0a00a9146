import { periodically } from '#jobs/jobs.ts'
import { type WatchDeps, watchHealth } from './watch.ts'

export const healthJobs = (deps: WatchDeps) => [
  periodically({ name: 'watch-health', at: '* * * * *', work: () => watchHealth(deps, new Date()) }),
]
