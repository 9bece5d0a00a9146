import { sql } from 'kysely'
import type { Database, Tx } from '#core/db.ts'
import { type EventSource, event, tell, toldToAll } from '#core/events.ts'
import { administratorsAmong } from '../decisions/decisions.ts'

const posts = 'feed_posts'
const gone = 'feed_gone'
const back = 'feed_back'
const reports = 'feed_reports'

export const tellOfPost = (tx: Tx, id: bigint) => sql`select pg_notify(${posts}, ${id.toString()})`.execute(tx)

export const tellOfGone = (tx: Tx, id: bigint) => sql`select pg_notify(${gone}, ${id.toString()})`.execute(tx)

export const tellOfBack = (tx: Tx, id: bigint) => sql`select pg_notify(${back}, ${id.toString()})`.execute(tx)

/** So many are counted one by one. */
const namedMax = 50

/** Every page may offer them; what is read stays where it is. */
export const postEvents = () => numbersToAll(posts, 'kiriman')

/** What was not shown yet is offered no more. */
export const goneEvents = () => numbersToAll(gone, 'kirimanhilang')

/** What was hidden before it was shown is offered again. */
export const backEvents = () => numbersToAll(back, 'kirimankembali')

/** All members are told the same, so what came is kept until all are told; rounds do not overlap. */
function numbersToAll(channel: string, name: 'kiriman' | 'kirimanhilang' | 'kirimankembali'): EventSource {
  let told = event(name, { postid: [] })
  return {
    channels: { [channel]: (payload) => [{ subject: BigInt(payload) }] },
    gatherMs: 1_000,
    async concerned(subjects, connected) {
      told = event(name, { postid: subjects.slice(-namedMax) })
      return connected
    },
    read: (news) => toldToAll(told)(news),
  }
}

export const tellOfReports = (tx: Tx, id: bigint) => sql`select pg_notify(${reports}, ${id.toString()})`.execute(tx)

/** The page of who wrote it shows the reason in its place, or the post again. */
export async function tellOfDecision(tx: Tx, memberId: bigint, postid: bigint): Promise<void> {
  await tell(tx, memberId, 'kirimanberubah', { postid })
  await tellOfReports(tx, postid)
}

export const reportEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [reports]: (payload) => [{ subject: BigInt(payload) }] },
  gatherMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: toldToAll(event('laporan', {})),
})
