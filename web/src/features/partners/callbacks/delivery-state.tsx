import { IconCircleCheck, IconCircleX, IconClock, IconHandStop, type TablerIcon } from '@tabler/icons-react'
import type { DeliveryState } from '#features/partners/callbacks/callbacks.api.ts'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

export const deliveryBadges: Record<DeliveryState, { label: string; colour: StatusColour; icon: TablerIcon }> = {
  waiting: { label: 'Menunggu', colour: 'blue', icon: IconClock },
  delivered: { label: 'Terkirim', colour: 'green', icon: IconCircleCheck },
  held: { label: 'Ditahan', colour: 'orange', icon: IconHandStop },
  given_up: { label: 'Menyerah', colour: 'red', icon: IconCircleX },
}

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => <StatusBadge {...deliveryBadges[state]} />
