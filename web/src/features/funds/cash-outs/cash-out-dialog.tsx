import { Modal, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CashOutForm } from '#features/funds/cash-outs/cash-out-form.tsx'
import { cashOutKey, cashOutRulesQuery } from '#features/funds/cash-outs/cash-outs.api.ts'
import { PendingCashOut } from '#features/funds/cash-outs/pending-cash-out.tsx'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { belowSmQuery } from '#ui/media-queries.ts'
import { ErrorState } from '#ui/states.tsx'

interface CashOutDialogProps {
  memberId: bigint
  /** The member's balance in rupiah; undefined until it is loaded. */
  balance: bigint | undefined
  onClose: () => void
  /** Called after the balance has changed. */
  onMoved: () => void
}

/**
 * Pays money from the member's balance to one of the member's bank accounts. Mounting this component opens the dialog; closing the dialog discards
 * the input (B-STATE-32).
 */
export function CashOutDialog(props: CashOutDialogProps) {
  useRestoreFocus()
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  return (
    <Modal opened onClose={props.onClose} title="Cashout" size={480} fullScreen={phone} closeOnClickOutside={false}>
      <CashOut {...props} />
    </Modal>
  )
}

function CashOut({ memberId, balance, onClose, onMoved }: CashOutDialogProps) {
  const queries = useQueryClient()
  // Always refetched, because a cash-out in progress may have been paid since the dialog was last open.
  const { data, error, refetch } = useQuery({ ...cashOutRulesQuery(memberId), refetchOnMount: 'always' })
  const readAgain = () => void queries.invalidateQueries({ queryKey: cashOutKey })
  useRealtime('tiket', ({ historytipe }) => historytipe === 1 && readAgain())
  useConnectionRestored(readAgain)
  if (data?.pending) return <PendingCashOut request={data.pending} note={data.note} onMoved={onMoved} />
  if (data) return <CashOutForm rules={data} balance={balance} onClose={onClose} onMoved={onMoved} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return <Skeleton height={220} />
}
