import type { VirtualAccount } from '@lapak/contract/funds/payment-gateway'
import { bankNames } from '@lapak/contract/shared/banks'
import { lockCompleteMember } from '#contexts/members/members/members.ts'
import type { Database } from '#db/db.ts'
import type { Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { newAccountRequest } from './payment-requests.queries.ts'

interface AccountDeps {
  db: Database
  gateway: Gateway | null
  installation: string
}

/** The member's virtual accounts for top-ups. If an account is not open yet, reading it requests it from the provider. */
export async function virtualAccounts({ db, gateway, installation }: AccountDeps, memberId: bigint): Promise<VirtualAccount[]> {
  if (gateway === null) return []
  const known = () =>
    db.read.selectFrom('payment_request').select('account_no').where('member_id', '=', memberId).where('kind', '=', 'va').execute()
  if (!(await known()).some(({ account_no }) => account_no !== null))
    await db.transaction(async (tx) => {
      await newAccountRequest(tx, installation, memberId)
      await lockCompleteMember(tx, memberId)
    })
  return (await known()).map(({ account_no }) => ({ bank: bankNames['04'], nova: account_no }))
}
