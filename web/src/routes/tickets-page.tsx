import type { AdminTicket } from '@lapak/contract/funds/tickets'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LostPayouts } from '#features/funds/tickets/lost-payouts.tsx'
import { MatchedButton } from '#features/funds/tickets/matched-button.tsx'
import { ticketKinds } from '#features/funds/tickets/ticket-kinds.ts'
import { TicketList } from '#features/funds/tickets/ticket-list.tsx'
import { ApprovalDecisionForm } from '#features/system/approvals/approval-decision-form.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const TicketDrawer = lazy(() => import('#features/funds/tickets/ticket-drawer.tsx').then((module) => ({ default: module.TicketDrawer })))

const cashin = getRouteApi('/signed-in/administration/cashin')
const cashout = getRouteApi('/signed-in/administration/cashout')

/** The page of the top-up tickets of all members. */
export const TopUpTicketsPage = () => <TicketsPage kind={0} search={cashin.useSearch()} />

/** The page of the cash-out tickets of all members. */
export const CashOutTicketsPage = () => <TicketsPage kind={1} search={cashout.useSearch()} />

function TicketsPage({ kind, search }: { kind: TicketKind; search: ReturnType<typeof cashin.useSearch> }) {
  const searchParams = useSearchParams(search)
  const open = ({ id }: AdminTicket) => searchParams.push({ tiket: id.toString() })
  return (
    <PageFrame title={ticketKinds[kind].title} wide>
      {kind === 0 ? <MatchedButton /> : <LostPayouts onOpen={open} />}
      <TicketList kind={kind} searchParams={searchParams} onOpen={open} />
      <Suspense>
        <TicketDrawer
          id={searchParams.search.tiket}
          onClose={() => searchParams.replace({ tiket: undefined })}
          decide={(id, about) => <ApprovalDecisionForm id={id} about={about} />}
        />
      </Suspense>
    </PageFrame>
  )
}
