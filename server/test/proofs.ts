import type { ProofWay } from '@lapak/contract/audit'
import type { TestApp, TestMember } from './app.ts'

const proved = (app: TestApp, who: TestMember, proof: { way?: ProofWay; proved_at: Date }) =>
  app.tables
    .updateTable('session_proof')
    .set(proof)
    .where('token_hash', 'in', (select) => select.selectFrom('session').select('token_hash').where('member_id', '=', who.id))
    .execute()

/** As if this member had proved itself so long ago, at every session. */
export const provedAgo = (app: TestApp, who: TestMember, minutes: number) =>
  proved(app, who, { proved_at: new Date(Date.now() - minutes * 60_000) })

/** As if it had just typed a mailed code. */
export const provedByMail = (app: TestApp, who: TestMember) => proved(app, who, { way: 'mail', proved_at: new Date() })
