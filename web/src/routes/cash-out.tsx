import { useQuery, useQueryClient } from '@tanstack/react-query'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { deferredComponent } from '#ui/lazy.tsx'

// Loaded when the dialog is opened for the first time.
const CashOutDialog = deferredComponent(async () => (await import('#features/funds/cash-outs/cash-out-dialog.tsx')).CashOutDialog)

interface CashOutProps {
  opened: boolean
  memberId: bigint
  onClose: () => void
}

/** The cash-out dialog. It reads the balance, which a cash-out changes. */
export function CashOut({ opened, ...props }: CashOutProps) {
  const queries = useQueryClient()
  const { data: balance } = useQuery({ ...balanceQuery, enabled: opened })
  if (!opened) return null
  return (
    <CashOutDialog
      eager
      {...props}
      balance={balance?.balance}
      onMoved={() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })}
    />
  )
}
