import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'
import { purgeDocuments } from './documents.ts'

export const sellerApplicationJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  // Runs before the purge of pictures.
  cronJob({ name: 'purge-documents', cron: '19 3 * * *', run: () => purgeDocuments(db, settings) }),
]
