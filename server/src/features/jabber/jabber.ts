import type { BodyOf } from '@lapak/contract/call'
import { type jabberCalls, jabberIdsMax } from '@lapak/contract/jabber'
import { type Database, type Tx, violates } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import type { Otp } from '../otp/otp.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type JabberId, jabberIdOf } from './jabber.queries.ts'
import { jabberIdAdded, jabberIdRemoved } from './letters.ts'

export interface JabberDeps {
  db: Database
  audit: Audit
  otp: Otp
  outbox: Pick<Outbox, 'mail'>
}

/** Whoever writes from this address spends the member's balance, so the member proves itself once more. */
export async function addJabberId(deps: JabberDeps, by: Caller, asked: BodyOf<typeof jabberCalls.add>): Promise<JabberId> {
  const { db, audit, otp, outbox } = deps
  const { memberId } = by
  const proof = await otp.prove({ by, sid: asked.sid, code: asked.otp, purposes: ['jabber', 'confirm'] })
  return db.transaction(async (tx) => {
    const email = await holdMember(tx, memberId)
    await refuseTooMany(tx, memberId)
    const row = await tx
      .insertInto('jabber_id')
      .values({ member_id: memberId, jid: asked.jid })
      .returning(['id', 'jid', 'enabled', 'created_at'])
      .executeTakeFirstOrThrow()
      .catch(refuseTaken)
    await proof.use(tx)
    await outbox.mail(tx, { memberId, email }, jabberIdAdded(row.jid))
    await audit.note(tx, { event: 'jabber.added', by, subject: row.id, after: { jid: row.jid } })
    return jabberIdOf(row)
  })
}

/** So that changes of the same one come after each other. Answers where its letters go. */
async function holdMember(tx: Tx, memberId: bigint): Promise<string> {
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return email
}

async function refuseTooMany(tx: Tx, memberId: bigint) {
  const { known } = await tx
    .selectFrom('jabber_id')
    .select((select) => select.fn.countAll<bigint>().as('known'))
    .where('member_id', '=', memberId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (known >= jabberIdsMax) throw new Refusal('jabber.too_many', { max: jabberIdsMax })
}

export function removeJabberId({ db, audit, outbox }: JabberDeps, by: Caller, id: bigint): Promise<void> {
  const { memberId } = by
  return db.transaction(async (tx) => {
    const email = await holdMember(tx, memberId)
    const removed = await tx
      .updateTable('jabber_id')
      .set({ archived_at: new Date() })
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('archived_at', 'is', null)
      .returning('jid')
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_found.jabber')
    await outbox.mail(tx, { memberId, email }, jabberIdRemoved(removed.jid))
    await audit.note(tx, { event: 'jabber.removed', by, subject: id, before: removed })
  })
}

function refuseTaken(error: unknown): never {
  if (violates(error, 'jabber_id_once')) throw new Refusal('jabber.taken')
  throw error
}
