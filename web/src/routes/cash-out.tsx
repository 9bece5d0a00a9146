import { useQuery, useQueryClient } from '@tanstack/react-query'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { late } from '#ui/lazy.tsx'

// What opens over the page is loaded when it is asked for first.
const CashOutDialog = late(async () => (await import('#features/funds/cash-outs/cash-out-dialog.tsx')).CashOutDialog)

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
    <CashOutDialog
      now
      {...props}
      balance={balance?.balance}
      onMoved={() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })}
    />
  )
}
