import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DecideForm } from '#features/decisions/decide-form.tsx'
import { MatchedButton } from '#features/tickets/matched-button.tsx'
import { TicketList } from '#features/tickets/ticket-list.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const TicketDrawer = lazy(() => import('#features/tickets/ticket-drawer.tsx').then((module) => ({ default: module.TicketDrawer })))

const route = getRouteApi('/signed-in/administration/cashin')

/** Top-ups of all members. */
export function CashinPage() {
  const at = useAddress(route.useSearch())
  return (
    <PageFrame title="Topup Saldo" wide>
      <MatchedButton />
      <TicketList kind={0} at={at} onOpen={(row) => at.open({ tiket: row.id.toString() })} />
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
