import type { Reader } from '#db/db.ts'
import type { SupplierAccess } from '#integrations/suppliers/supplier.ts'

const plain = (code: string) => code.replace(/\s+/g, '').toUpperCase()

/** Of these codes those by which the seller has sold something lately: its server would deliver them, and nobody would pay. */
export async function soldCodes(
  read: Reader,
  sellerId: bigint,
  { templates }: Pick<SupplierAccess, 'templates'>,
  codes: readonly string[],
): Promise<string[]> {
  const offers = await read
    .selectFrom('offer')
    .select(['supplier_code', 'former_code'])
    .where('seller_id', '=', sellerId)
    .where('archived_at', 'is', null)
    .execute()
  // A template without a place for the code orders the same, whatever is asked for.
  const ordersOne = templates.order !== undefined && !/\[kodeproduk\]/i.test(templates.order)
  if (ordersOne) return offers.length > 0 ? [...codes] : []
  const sold = new Set(offers.flatMap(({ supplier_code, former_code }) => [supplier_code, former_code ?? '']).map(plain))
  return codes.filter((code) => sold.has(plain(code)))
}
