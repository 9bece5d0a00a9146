import { cronJob } from '#jobs/jobs.ts'
import type { Uploads } from './uploads.ts'

export const uploadJobs = ({ uploads }: { uploads: Uploads }) => [
  cronJob({ name: 'purge-uploads', cron: '29 3 * * *', run: () => uploads.purge() }),
]
