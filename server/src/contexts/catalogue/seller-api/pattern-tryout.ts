import { type sellerApiCalls, supplierKinds } from '@lapak/contract/catalogue/seller-api'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { Refusal } from '#http/refusal.ts'
import { refusedPattern } from '#integrations/suppliers/compile-patterns.ts'
import { tryOut, type Understood } from '#integrations/suppliers/pattern-tryout.ts'

type Asked = BodyOf<typeof sellerApiCalls.tryOut>
type Answer = DataOf<typeof sellerApiCalls.tryOut>

/** Applies the typed patterns to the pasted answer. Sends and saves nothing. */
export async function tryOutPatterns({ jenisapi, patterns, answers, answer, reference, target }: Asked): Promise<Answer> {
  const refused = refusedPattern(patterns)
  if (refused !== null) throw new Refusal('supplier.pattern_invalid', { ...refused }, { field: `patterns.${refused.name}` })
  return shown(await tryOut({ kind: supplierKinds[jenisapi], patterns, answers, text: answer, reference, target }))
}

const shown = ({ state, message, serialNumber, supplierReference, balance, bill, adminFee, customerName }: Understood): Answer => ({
  state: state === 'unsent' ? 'unknown' : (state as Answer['state']),
  message,
  serialnumber: serialNumber ?? null,
  supplierreference: supplierReference ?? null,
  price: bill === undefined ? null : bill + (adminFee ?? 0n),
  balance: balance ?? null,
  customername: customerName ?? null,
})
