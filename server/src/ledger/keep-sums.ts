import type { Database } from '#db/db.ts'
import { keepCheckpoint } from './checkpoints.ts'
import { keepDays } from './days.ts'
import { settledUpTo } from './settled.ts'

/** Of what is settled; the rest waits for the next time. */
export async function keepSums(db: Database): Promise<void> {
  const settled = await settledUpTo(db)
  if (settled === null) return
  await keepCheckpoint(db, settled)
  await keepDays(db, settled)
}
