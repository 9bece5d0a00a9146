import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { offerStateLabels } from '@lapak/contract/shared/offer-states'
import { Tag } from '#ui/tag.tsx'

/** The price is that of a promotion. */
export const PromoTag = () => <Tag tone="offer">Promo</Tag>

/** Why it cannot be ordered now; nothing while it can. */
export function ClosedTag({ state }: Pick<PricingRow, 'state'>) {
  return state === 'open' ? null : <Tag>{offerStateLabels[state]}</Tag>
}
