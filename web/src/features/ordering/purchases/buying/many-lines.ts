import { type Orderable, productType } from '@lapak/contract/ordering/purchases'
import { targetMin } from '#features/ordering/purchases/buying/buy-target-field.tsx'
import { nonEmptyLines } from '#features/ordering/purchases/buying/non-empty-lines.ts'
import { isMobile, normaliseTarget, parseOrderLine, targetFormatWarning, toStoredTarget } from '#lib/targets.ts'

/** The maximum number of orders in one list. */
export const linesMax = 100

/** One line of a pasted list: an order, or the reason why it is invalid. */
export interface ParsedLine {
  nth: number
  target: string
  product: Orderable | null
  wrong: string | null
}

/** Parses the list. Each line contains only a target for the selected product, or a product code and a target. */
export function parseLines(text: string, products: Orderable[], chosen: Orderable | null): ParsedLine[] {
  const seen = new Map<string, number>()
  return nonEmptyLines(text)
    .slice(0, linesMax)
    .map((line, place) => {
      const order = parseOrderLine(line)
      const named = order && (products.find(({ productcode }) => productcode === order.code) ?? null)
      const product = order ? named : chosen
      const target = toStoredTarget(order?.target ?? normaliseTarget(line), product?.targetkind ?? 'text')
      const lineKey = `${product?.productcode} ${target}`
      const before = seen.get(lineKey)
      seen.set(lineKey, before ?? place + 1)
      const wrong =
        order && !named
          ? `${order.code} tidak ada di daftar Anda`
          : (wrongOf(product, target) ?? (before ? `Sama dengan baris ${before}` : null))
      return { nth: place + 1, target, product, wrong }
    })
}

/**
 * The reason why a line is excluded. A mistake in a long list is easily overlooked, so the list excludes targets for which a single order shows only
 * a warning.
 */
function wrongOf(product: Orderable | null, target: string): string | null {
  if (product === null) return 'Pilih produknya'
  if (product.producttype !== productType.prepaid) return 'Hanya produk prabayar'
  if (product.state !== 'open') return 'Sedang tidak bisa dipesan'
  if (target.length < targetMin) return 'Nomor terlalu pendek'
  if (product.operator !== null && !isMobile(target)) return 'Bukan nomor HP yang lengkap'
  return targetFormatWarning(target, product.targetkind)
}
