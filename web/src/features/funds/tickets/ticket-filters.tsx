import { type TicketKind, ticketAdminLabels } from '@lapak/contract/shared/ticket-states'
import { useQuery } from '@tanstack/react-query'
import { ticketKinds } from '#features/funds/tickets/ticket-kinds.ts'
import { cashAccountsQuery, type TicketFilters } from '#features/funds/tickets/tickets.api.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DayRange } from '#ui/day-range.tsx'

interface FilterProps {
  kind: TicketKind
  filters: TicketFilters
  onFilter: (change: TicketFilters) => void
}

const stateChoices = (kind: TicketKind) => [
  { value: '', label: 'Semua status' },
  ...ticketKinds[kind].states.map((state) => ({ value: `${state}`, label: ticketAdminLabels[kind][state] })),
]

export function TicketFilterBar({ kind, filters, onFilter }: FilterProps) {
  const { data: accounts = [] } = useQuery(cashAccountsQuery)
  return (
    <>
      <ChoiceFilter
        label="Metode"
        value={filters.method}
        choices={[
          { value: '', label: 'Semua metode' },
          ...accounts.map(({ accountinitial, name }) => ({ value: accountinitial, label: name })),
        ]}
        onChoose={(method) => onFilter({ method })}
      />
      <ChoiceFilter label="Status" value={filters.status} choices={stateChoices(kind)} onChoose={(status) => onFilter({ status })} />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}
