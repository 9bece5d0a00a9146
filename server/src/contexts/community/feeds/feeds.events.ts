import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database, Tx } from '#db/db.ts'
import { createEvent, type EventSource, publishEvent, sameForAll } from '#realtime/events.ts'

const posts = 'feed_posts'
const gone = 'feed_gone'
const back = 'feed_back'
const reports = 'feed_reports'

export const publishPost = (tx: Tx, id: bigint) => sql`select pg_notify(${posts}, ${id.toString()})`.execute(tx)

export const publishRemoval = (tx: Tx, id: bigint) => sql`select pg_notify(${gone}, ${id.toString()})`.execute(tx)

export const publishRestoration = (tx: Tx, id: bigint) => sql`select pg_notify(${back}, ${id.toString()})`.execute(tx)

/** New posts: each page offers to show them and does not move the posts that it already shows. */
export const postEvents = () => numbersToAll(posts, 'kiriman')

/** Removed or hidden posts: a page stops offering those that it has not shown yet. */
export const goneEvents = () => numbersToAll(gone, 'kirimanhilang')

/** Restored posts: a page offers them again if they were hidden before it had shown them. */
export const backEvents = () => numbersToAll(back, 'kirimankembali')

const numbersToAll = (channel: string, name: 'kiriman' | 'kirimanhilang' | 'kirimankembali'): EventSource => ({
  channels: { [channel]: (payload) => [{ subject: BigInt(payload) }] },
  batchMs: 1_000,
  concerned: async (_, connected) => connected,
  read: async (changes) => new Map(changes.map(({ memberId, subjects }) => [memberId, [createEvent(name, { postid: subjects })]])),
})

export const publishReports = (tx: Tx, id: bigint) => sql`select pg_notify(${reports}, ${id.toString()})`.execute(tx)

/** A page of the writer shows the reason in place of its hidden post, or its restored post again. */
export async function publishDecision(tx: Tx, memberId: bigint, postid: bigint): Promise<void> {
  await publishEvent(tx, memberId, 'kirimanberubah', { postid })
  await publishReports(tx, postid)
}

export const reportEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [reports]: (payload) => [{ subject: BigInt(payload) }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(createEvent('laporan', {})),
})
