import type { DataOf } from '@lapak/contract/call'
import type { walletCalls } from '@lapak/contract/wallet'
import type { Database } from '#core/db.ts'

export async function readBalance(db: Database, memberId: bigint): Promise<DataOf<typeof walletCalls.balance>> {
  const { balance } = await db.read.selectFrom('wallet').select('balance').where('member_id', '=', memberId).executeTakeFirstOrThrow()
  return { balance, at: new Date() }
}
