import { type CorrectionKind, correctionKinds } from '@lapak/contract/funds/treasury'
import { type CashCode, cashNames } from '@lapak/contract/shared/banks'
import { rowId, rupiah } from '@lapak/contract/shared/wire'
import { z } from 'zod'

const code = z.enum(Object.keys(cashNames) as CashCode[])
const named = { reffclient: z.string().nullable() }

/** A booking by an administrator, as stored in a request for the approval of a second administrator. */
export const cashMove = z.discriminatedUnion('act', [
  z.object({ act: z.literal('transfer'), from: code, to: code, amount: rupiah, ...named }),
  z.object({
    act: z.literal('correction'),
    code,
    kind: z.enum(Object.keys(correctionKinds) as CorrectionKind[]),
    amount: rupiah,
    ...named,
  }),
  z.object({ act: z.literal('adjustment'), member: rowId, amount: rupiah, ...named }),
])
export type CashMove = z.output<typeof cashMove>
export type MoveOf<Act extends CashMove['act']> = Extract<CashMove, { act: Act }>

export const sizeOf = ({ amount }: CashMove): bigint => (amount < 0n ? -amount : amount)
