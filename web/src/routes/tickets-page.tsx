import type { AdminTicket } from '@lapak/contract/funds/tickets'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LostPayouts } from '#features/funds/tickets/lost-payouts.tsx'
import { MatchedButton } from '#features/funds/tickets/matched-button.tsx'
import { ticketKinds } from '#features/funds/tickets/ticket-kinds.ts'
import { TicketList } from '#features/funds/tickets/ticket-list.tsx'
import { DecideForm } from '#features/system/approvals/decide-form.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const TicketDrawer = lazy(() => import('#features/funds/tickets/ticket-drawer.tsx').then((module) => ({ default: module.TicketDrawer })))

const cashin = getRouteApi('/signed-in/administration/cashin')
const cashout = getRouteApi('/signed-in/administration/cashout')

/** The page of the top-up tickets of all members. */
export const CashinPage = () => <TicketsPage kind={0} search={cashin.useSearch()} />

/** The page of the cash-out tickets of all members. */
export const CashoutPage = () => <TicketsPage kind={1} search={cashout.useSearch()} />

function TicketsPage({ kind, search }: { kind: TicketKind; search: ReturnType<typeof cashin.useSearch> }) {
  const at = useAddress(search)
  const open = ({ id }: AdminTicket) => at.open({ tiket: id.toString() })
  return (
    <PageFrame title={ticketKinds[kind].title} wide>
      {kind === 0 ? <MatchedButton /> : <LostPayouts onOpen={open} />}
      <TicketList kind={kind} at={at} onOpen={open} />
      <Suspense>
        <TicketDrawer
          id={at.search.tiket}
          onClose={() => at.change({ tiket: undefined })}
          decide={(id, about) => <DecideForm id={id} about={about} />}
        />
      </Suspense>
    </PageFrame>
  )
}
