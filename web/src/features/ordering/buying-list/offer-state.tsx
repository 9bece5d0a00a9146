import { offerStateLabels, type OfferState as State } from '@lapak/contract/shared/offer-states'
import { IconAlertTriangle, IconBuildingStore, IconClockOff, IconPackageOff, IconZzz, type TablerIcon } from '@tabler/icons-react'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

const looks: Record<State, { colour: StatusColour; icon: TablerIcon }> = {
  open: { colour: 'green', icon: IconBuildingStore },
  closed: { colour: 'gray', icon: IconZzz },
  disturbed: { colour: 'orange', icon: IconAlertTriangle },
  cut_off: { colour: 'blue', icon: IconClockOff },
  sold_out: { colour: 'red', icon: IconPackageOff },
}

/** The state of an offer: it takes orders now, or the reason why it does not. */
export function OfferState({ of }: { of: State }) {
  return <StatusBadge {...looks[of]} label={offerStateLabels[of]} />
}
