import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import type { Tx } from '#db/db.ts'
import { publishEvent } from '#realtime/events.ts'
import { type CashOutRow, historyOf } from './cash-outs.queries.ts'

/** Publishes the cash-out to the open pages of its member after the commit. */
export async function publishCashOut(
  tx: Tx,
  installation: string,
  row: CashOutRow,
  balances: ReadonlyMap<bigint, bigint>,
): Promise<PaymentHistory> {
  const history = historyOf(installation, row)
  await publishEvent(tx, row.member_id, 'tiket', history)
  const balance = balances.get(row.member_id)
  if (balance !== undefined) await publishEvent(tx, row.member_id, 'saldo', { balance })
  return history
}
