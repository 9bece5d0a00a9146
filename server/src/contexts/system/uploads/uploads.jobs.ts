import { periodically } from '#jobs/jobs.ts'
import type { Uploads } from './uploads.ts'

export const uploadJobs = ({ uploads }: { uploads: Uploads }) => [
  periodically({ name: 'purge-uploads', at: '29 3 * * *', work: () => uploads.purge() }),
]
