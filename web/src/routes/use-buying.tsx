import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { late } from '#ui/lazy.tsx'

// What opens over the page is loaded after it.
const BuyDialog = late(async () => (await import('#features/ordering/purchases/buying/buy-dialog.tsx')).BuyDialog)

type Offer = Pick<
  PricingRow,
  'id' | 'productcode' | 'productname' | 'producttype' | 'targetkind' | 'denom' | 'brandname' | 'price' | 'sellername'
>

/**
 * Buying exactly the offer of a card. It stands in the address, so that a telephone's back button closes the dialog; what
 * the offer is does not, so after a reload the dialog stays closed.
 */
export function useBuying(): { buy: (offer: Offer) => void; dialog: ReactNode } {
  const { penawaran } = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const balance = useQuery(balanceQuery)
  const [offer, setOffer] = useState<Offer>()
  return {
    buy: (chosen) => {
      setOffer(chosen)
      void navigate({ to: '.', search: (before) => ({ ...before, penawaran: chosen.id.toString() }), resetScroll: false })
    },
    dialog: (
      <BuyDialog
        now={offer !== undefined}
        opened={offer !== undefined && offer.id.toString() === penawaran}
        offer={offer && { ...offer, productmemberid: offer.id }}
        onClose={() =>
          void navigate({ to: '.', search: (before) => ({ ...before, penawaran: undefined }), replace: true, resetScroll: false })
        }
        balance={balance.data?.balance}
        onOrdered={() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })}
      />
    ),
  }
}
