import type { DataOf } from '@lapak/contract/shared/call'
import type { termsCalls } from '@lapak/contract/system/terms'
import type { Database } from '#db/db.ts'

export type TermsVersion = DataOf<typeof termsCalls.current>
type TermsVersions = DataOf<typeof termsCalls.versions>

export function readTerms(db: Database): Promise<TermsVersion> {
  return db.read
    .selectFrom('terms')
    .select(['id', 'content', 'published_at as publishedat'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

export function listTerms(db: Database): Promise<TermsVersions> {
  return db.read
    .selectFrom('terms')
    .leftJoin('member', 'member.id', 'terms.published_by')
    .select((select) => [
      'terms.id',
      'terms.content',
      'terms.published_at as publishedat',
      'member.name as publishedby',
      select
        .selectFrom('terms_acceptance')
        .select((count) => count.fn.countAll<bigint>().as('accepted'))
        .whereRef('terms_acceptance.terms_id', '=', 'terms.id')
        .$asScalar()
        .as('accepted'),
    ])
    .orderBy('terms.id', 'desc')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, accepted: Number(row.accepted) })))
}
