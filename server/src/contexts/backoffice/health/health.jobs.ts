import { cronJob } from '#jobs/jobs.ts'
import { checkHealth, type WatchDeps } from './watch.ts'

export const healthJobs = (deps: WatchDeps) => [
  cronJob({ name: 'check-health', cron: '* * * * *', run: () => checkHealth(deps, new Date()) }),
]
