import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { balanceQuery } from '#features/wallet/wallet.api.ts'

// What opens over the page is loaded when it is asked for first.
const CashOutDialog = lazy(() => import('#features/cash-out/cash-out-dialog.tsx').then((module) => ({ default: module.CashOutDialog })))

interface CashOutProps {
  opened: boolean
  memberId: bigint
  onClose: () => void
}

/** The dialog of cash-outs, together with the balance that it changes. */
export function CashOut({ opened, ...props }: CashOutProps) {
  const queries = useQueryClient()
  const { data: balance } = useQuery({ ...balanceQuery, enabled: opened })
  if (!opened) return null
  return (
    <Suspense>
      <CashOutDialog
        {...props}
        balance={balance?.balance}
        onMoved={() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })}
      />
    </Suspense>
  )
}
