import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { productType } from '@lapak/contract/ordering/purchases'
import { Rupiah } from '#ui/money.tsx'

/** The price of a prepaid product; for bills and open denominations the amount that is added to the bill or to the denomination. */
export function OfferPrice({ producttype, price }: Pick<PricingRow, 'producttype' | 'price'>) {
  if (producttype === productType.prepaid) return <Rupiah of={price} strong />
  return (
    <span>
      {producttype === productType.bill ? 'Tagihan\u00a0+ ' : 'Nominal\u00a0+ '}
      <Rupiah of={price} strong />
    </span>
  )
}
