import { IconCircleCheck, IconCircleX, IconClock, IconHandStop, type TablerIcon } from '@tabler/icons-react'
import type { DeliveryState } from '#features/partners/callbacks/callbacks.api.ts'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

export const deliveryBadges: Record<DeliveryState, { word: string; colour: StatusColour; icon: TablerIcon }> = {
  waiting: { word: 'Menunggu', colour: 'blue', icon: IconClock },
  delivered: { word: 'Terkirim', colour: 'green', icon: IconCircleCheck },
  held: { word: 'Ditahan', colour: 'orange', icon: IconHandStop },
  given_up: { word: 'Menyerah', colour: 'red', icon: IconCircleX },
}

export const DeliveryBadge = ({ of }: { of: DeliveryState }) => <StatusBadge {...deliveryBadges[of]} />
