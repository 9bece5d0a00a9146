import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database, Tx } from '#db/db.ts'
import { type EventSource, event, publish, sameForAll } from '#realtime/events.ts'

const posts = 'feed_posts'
const gone = 'feed_gone'
const back = 'feed_back'
const reports = 'feed_reports'

export const publishPost = (tx: Tx, id: bigint) => sql`select pg_notify(${posts}, ${id.toString()})`.execute(tx)

export const publishRemoval = (tx: Tx, id: bigint) => sql`select pg_notify(${gone}, ${id.toString()})`.execute(tx)

export const publishRestoration = (tx: Tx, id: bigint) => sql`select pg_notify(${back}, ${id.toString()})`.execute(tx)

/** Every page may offer the new posts; the posts that it shows stay in place. */
export const postEvents = () => numbersToAll(posts, 'kiriman')

/** Posts that a page has not shown yet are not offered any more. */
export const goneEvents = () => numbersToAll(gone, 'kirimanhilang')

/** Posts that were hidden before a page had shown them are offered again. */
export const backEvents = () => numbersToAll(back, 'kirimankembali')

const numbersToAll = (channel: string, name: 'kiriman' | 'kirimanhilang' | 'kirimankembali'): EventSource => ({
  channels: { [channel]: (payload) => [{ subject: BigInt(payload) }] },
  batchMs: 1_000,
  concerned: async (_, connected) => connected,
  read: async (changes) => new Map(changes.map(({ memberId, subjects }) => [memberId, [event(name, { postid: subjects })]])),
})

export const publishReports = (tx: Tx, id: bigint) => sql`select pg_notify(${reports}, ${id.toString()})`.execute(tx)

/** The writer's page shows the reason in place of the post, or the post again. */
export async function publishDecision(tx: Tx, memberId: bigint, postid: bigint): Promise<void> {
  await publish(tx, memberId, 'kirimanberubah', { postid })
  await publishReports(tx, postid)
}

export const reportEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [reports]: (payload) => [{ subject: BigInt(payload) }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(event('laporan', {})),
})
