/** What the audit holds of an offer's terms. */

export const pricesOf = ({ sell_price, promo_price }: { sell_price: bigint; promo_price: bigint | null }) => ({
  sell: sell_price,
  promo: promo_price,
})

export const codesOf = ({ supplier_code, check_code }: { supplier_code: string; check_code: string | null }) => ({
  supplier: supplier_code,
  check: check_code,
})
