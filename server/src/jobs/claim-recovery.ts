import type { Database, Statement } from '#db/db.ts'
import type { WorkerIdentity } from './worker-identity.ts'

const everyMs = 1000

/** `claimers` lists the workers that hold claims as `claimed_by`; `free` takes the claims of those in its only parameter back. */
export interface Claims {
  claimers: Statement
  free: Statement
}

/** Claims of workers that are gone are free at once; a killed process waits for nobody's lease. Looks once a second at most. */
export function freesDeadClaims(db: Database, worker: WorkerIdentity, { claimers, free }: Claims): () => Promise<void> {
  let lookedAt = 0
  return async () => {
    if (Date.now() - lookedAt <= everyMs) return
    lookedAt = Date.now()
    const rows = await db.fast.run<{ claimed_by: number }>(claimers, [])
    const dead = await worker.dead(rows.map((row) => row.claimed_by).filter((number) => number !== worker.number))
    if (dead.length > 0) await db.fast.run(free, [dead])
  }
}
