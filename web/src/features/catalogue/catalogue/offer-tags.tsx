import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { offerStateLabels } from '@lapak/contract/shared/offer-states'
import { Tag } from '#ui/tag.tsx'

/** A tag that marks a promo price. */
export const PromoTag = () => <Tag tone="offer">Promo</Tag>

/** The reason why the offer cannot be ordered now; renders nothing while the offer is open. */
export function ClosedTag({ state }: Pick<PricingRow, 'state'>) {
  return state === 'open' ? null : <Tag>{offerStateLabels[state]}</Tag>
}
