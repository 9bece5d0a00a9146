import type { Reader } from '#db/db.ts'
import type { SupplierAccess } from '#integrations/suppliers/supplier.ts'

const plain = (code: string) => code.replace(/\s+/g, '').toUpperCase()

/**
 * Returns the given codes that an offer of the seller uses, or used before its last change: if such a code were ordered in a test, the server would
 * deliver it without payment.
 */
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
  // A template without a placeholder for the code always orders the same product.
  const ordersOne = templates.order !== undefined && !/\[kodeproduk\]/i.test(templates.order)
  if (ordersOne) return offers.length > 0 ? [...codes] : []
  const sold = new Set(offers.flatMap(({ supplier_code, former_code }) => [supplier_code, former_code ?? '']).map(plain))
  return codes.filter((code) => sold.has(plain(code)))
}
