import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import type { TermsVersion } from './terms.queries.ts'

export interface TermsDeps {
  db: Database
  audit: Audit
}

/** Accepts the newest version. A repeated acceptance keeps the first time and IP address. */
export async function acceptTerms(tx: Tx, memberId: bigint, address: string): Promise<void> {
  await tx
    .insertInto('terms_acceptance')
    .columns(['member_id', 'terms_id', 'address'])
    .expression(
      tx
        .selectFrom('terms')
        .select((select) => [select.val(memberId).as('member_id'), 'id', select.val(address).as('address')])
        .orderBy('id', 'desc')
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the member has accepted the version in force. */
export const hasAcceptedTerms = async (read: Reader, memberId: bigint): Promise<boolean> =>
  (await read
    .selectFrom('terms_acceptance')
    .select('terms_id')
    .where('member_id', '=', memberId)
    .where('terms_id', '=', (terms) => terms.selectFrom('terms').select((newest) => newest.fn.max('id').as('id')))
    .executeTakeFirst()) !== undefined

/** Stores the acceptance given in the sign-up form, before there was a member. */
export async function acceptTermsWithForm(
  tx: Tx,
  memberId: bigint,
  { terms_id, address, created_at }: { terms_id: bigint | null; address: string | null; created_at: Date },
): Promise<void> {
  if (terms_id === null) return
  await tx.insertInto('terms_acceptance').values({ member_id: memberId, terms_id, address, accepted_at: created_at }).execute()
}

/** The newest version is the one in force, so publishing makes the terms outstanding for every member. */
export function publishTerms({ db, audit }: TermsDeps, by: Caller, content: string): Promise<TermsVersion> {
  return db.transaction(async (tx) => {
    const published = await tx
      .insertInto('terms')
      .values({ content, published_by: by.memberId })
      .returning(['id', 'content', 'published_at as publishedat'])
      .executeTakeFirstOrThrow()
    await audit.record(tx, { event: 'terms.published', by, subject: published.id })
    return published
  })
}
