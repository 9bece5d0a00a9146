import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { useBuy } from '#lib/use-buy.ts'
import { useShortcut } from '#lib/use-shortcut.ts'
import { late } from '#ui/lazy.tsx'

// What opens over the page is loaded after it.
const BuyDialog = late(async () => (await import('#features/ordering/purchases/buying/buy-dialog.tsx')).BuyDialog)

/** The purchase, over whatever page is shown. */
export function BuyAnywhere() {
  const { beli } = useSearch({ strict: false })
  const begin = useLocation({ select: ({ state }) => state.buy })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const balance = useQuery(balanceQuery)
  const buy = useBuy()
  useShortcut('b', buy)

  function onOrdered() {
    void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })
    // Loaded anew, the page must not offer the order that was sent as one that waits.
    void navigate({ to: '.', search: true, replace: true, ignoreBlocker: true, resetScroll: false })
  }

  return (
    <BuyDialog
      now={beli === '1'}
      opened={beli === '1'}
      begin={begin}
      onClose={() =>
        void navigate({
          to: '.',
          search: ((before: object) => ({ ...before, beli: undefined })) as never,
          replace: true,
          resetScroll: false,
        })
      }
      balance={balance.data?.balance}
      onOrdered={onOrdered}
    />
  )
}
