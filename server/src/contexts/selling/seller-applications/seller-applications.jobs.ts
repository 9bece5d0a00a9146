import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'
import { purgeDocuments } from './documents.ts'

export const sellerApplicationJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  // Runs before the purge of pictures.
  periodically({ name: 'purge-documents', at: '19 3 * * *', work: () => purgeDocuments(db, settings) }),
]
