import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { deferredComponent } from '#ui/lazy.tsx'

// Loaded after the page, because the dialog opens only on demand.
const BuyDialog = deferredComponent(async () => (await import('#features/ordering/purchases/buying/buy-dialog.tsx')).BuyDialog)

type Offer = Pick<
  PricingRow,
  'id' | 'productcode' | 'productname' | 'producttype' | 'targetkind' | 'denom' | 'brandname' | 'price' | 'sellername'
>

/**
 * Buys exactly the offer of a card. The id of the offer is in the URL, so that the back button closes the dialog. The data of the offer is not in the
 * URL, so the dialog stays closed after a reload.
 */
export function useOfferPurchase(): { buy: (offer: Offer) => void; dialog: ReactNode } {
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
        eager={offer !== undefined}
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
