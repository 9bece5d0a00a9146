import type { OfferLine, OfferPreview } from '@lapak/contract/selling/offers'
import { linesPerPage } from '@lapak/contract/shared/wire'
import type { Plan, Planned, Terms } from './plan.ts'

/** A page of a plan: refused lines come first, then offers that would be sold below cost. */
export function viewOf({ found, unchanged, lines, wrong, digest }: Plan, page: number): OfferPreview {
  const refused = lines.filter(({ reason }) => reason !== null)
  const possible = lines.filter(({ reason }) => reason === null)
  const below = possible.filter(({ belowCost }) => belowCost)
  const inOrder = [...wrong, ...refused, ...below, ...possible.filter(({ belowCost }) => !belowCost)]
  const added = possible.filter(({ before }) => before === null).length
  return {
    found,
    unchanged,
    added,
    changed: possible.length - added,
    refused: wrong.length + refused.length,
    belowcost: below.length,
    digest,
    lines: inOrder.slice(page * linesPerPage, (page + 1) * linesPerPage).map(lineOf),
  }
}

function lineOf(line: Plan['wrong'][number] | Planned): OfferLine {
  const words = { line: line.line, productcode: line.code, productname: line.name, reason: line.reason }
  if (!('after' in line)) return { ...words, before: null, after: null, belowcost: false }
  return { ...words, before: line.before && valuesOf(line.before), after: valuesOf(line.after), belowcost: line.belowCost }
}

const valuesOf = (terms: Terms): NonNullable<OfferLine['after']> => ({
  kodesupplier: terms.supplier_code,
  kodecek: terms.check_code,
  sellprice: terms.sell_price,
  buyprice: terms.buy_price,
  discount: terms.promo_price ?? 0n,
  stok: terms.stock,
  status: terms.open,
  gangguan: terms.disturbed,
  cutoffawal: terms.cutoff_from?.slice(0, 5) ?? null,
  cutoffakhir: terms.cutoff_to?.slice(0, 5) ?? null,
})
