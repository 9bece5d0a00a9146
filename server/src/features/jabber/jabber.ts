import type { BodyOf } from '@lapak/contract/call'
import { type jabberCalls, jabberIdsMax } from '@lapak/contract/jabber'
import { type Database, type Tx, violates } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import type { Otp } from '../otp/otp.ts'
import { type JabberId, jabberIdOf } from './jabber.queries.ts'

export interface JabberDeps {
  db: Database
  otp: Otp
}

/** Whoever writes from this address spends the member's balance, so the member proves itself once more. */
export async function addJabberId({ db, otp }: JabberDeps, memberId: bigint, asked: BodyOf<typeof jabberCalls.add>): Promise<JabberId> {
  const proof = await otp.prove({ memberId, sid: asked.sid, code: asked.otp, purposes: ['jabber', 'confirm'] })
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, memberId)
    const row = await tx
      .insertInto('jabber_id')
      .values({ member_id: memberId, jid: asked.jid })
      .returning(['id', 'jid', 'enabled', 'created_at'])
      .executeTakeFirstOrThrow()
      .catch(refuseTaken)
    await proof.use(tx)
    return jabberIdOf(row)
  })
}

/** Holds the member, so that additions of the same one come after each other. */
async function refuseTooMany(tx: Tx, memberId: bigint) {
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { known } = await tx
    .selectFrom('jabber_id')
    .select((select) => select.fn.countAll<bigint>().as('known'))
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (known >= jabberIdsMax) throw new Refusal('jabber.too_many', { max: jabberIdsMax })
}

export function removeJabberId({ db }: JabberDeps, memberId: bigint, id: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jabber_id')
      .set({ archived_at: new Date() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refusal('not_found.jabber')
  })
}

function refuseTaken(error: unknown): never {
  if (violates(error, 'jabber_id_once')) throw new Refusal('jabber.taken')
  throw error
}
