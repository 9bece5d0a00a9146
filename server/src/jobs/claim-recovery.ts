import type { Database, Statement } from '#db/db.ts'
import type { WorkerIdentity } from './worker-identity.ts'

const everyMs = 1000

/** `claimers` returns, as `claimed_by`, the workers that have claims on rows. `release` releases the claims of the workers in its only parameter. */
export interface ClaimStatements {
  claimers: Statement
  release: Statement
}

/** Releases the claims of dead workers immediately instead of at the end of their lease. Checks at most once a second. */
export function createDeadClaimRelease(db: Database, worker: WorkerIdentity, { claimers, release }: ClaimStatements): () => Promise<void> {
  let lookedAt = 0
  return async () => {
    if (Date.now() - lookedAt <= everyMs) return
    lookedAt = Date.now()
    const rows = await db.fast.run<{ claimed_by: number }>(claimers, [])
    const dead = await worker.dead(rows.map((row) => row.claimed_by).filter((number) => number !== worker.number))
    if (dead.length > 0) await db.fast.run(release, [dead])
  }
}
