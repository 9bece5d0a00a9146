import { purchaseStateLabels, type Transactionrc } from '@lapak/contract/ordering/purchases'
import { IconCircleCheck, IconCircleX, IconClock, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const looks: Record<Transactionrc, { colour: StatusColour; icon: TablerIcon }> = {
  0: { colour: 'blue', icon: IconClock },
  1: { colour: 'green', icon: IconCircleCheck },
  2: { colour: 'red', icon: IconCircleX },
}

export function PurchaseStatus({ of }: { of: Transactionrc }) {
  return <StatusBadge {...looks[of]} label={purchaseStateLabels[of]} />
}
