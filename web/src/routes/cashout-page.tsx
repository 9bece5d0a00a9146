import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DecideForm } from '#features/decisions/decide-form.tsx'
import { TicketList } from '#features/tickets/ticket-list.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const TicketDrawer = lazy(() => import('#features/tickets/ticket-drawer.tsx').then((module) => ({ default: module.TicketDrawer })))

const route = getRouteApi('/signed-in/administration/cashout')

/** Cash-outs of all members. */
export function CashoutPage() {
  const at = useAddress(route.useSearch())
  return (
    <PageFrame title="CashOut Saldo" wide>
      <TicketList kind={1} at={at} onOpen={(row) => at.open({ tiket: row.id.toString() })} />
      <Suspense>
        <TicketDrawer
          id={at.search.tiket}
          onClose={() => at.change({ tiket: undefined })}
          decide={(id, about, onAsking) => <DecideForm id={id} about={about} onAsking={onAsking} />}
        />
      </Suspense>
    </PageFrame>
  )
}
