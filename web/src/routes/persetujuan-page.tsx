import type { DecisionRow } from '@lapak/contract/decisions'
import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DecisionDrawer } from '#features/decisions/decision-drawer.tsx'
import { DecisionList } from '#features/decisions/decision-list.tsx'
import { TicketBrief } from '#features/tickets/ticket-brief.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/administration/persetujuan')

/** What one administrator asked for and another one decides. */
export function PersetujuanPage() {
  const at = useAddress(route.useSearch())
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<DecisionRow>()

  const chooseTab = (value: string | null) => void navigate({ search: value === 'diputuskan' ? { tab: 'diputuskan' } : {} })

  return (
    <PageFrame title="Persetujuan" wide>
      <Tabs value={at.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="menunggu">Menunggu</Tabs.Tab>
          <Tabs.Tab value="diputuskan">Sudah diputuskan</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="menunggu">
          <DecisionList at={at} open="1" onOpen={setOpened} />
        </Tabs.Panel>
        <Tabs.Panel value="diputuskan">
          <DecisionList at={at} open="0" onOpen={setOpened} />
        </Tabs.Panel>
      </Tabs>
      <DecisionDrawer row={opened} ticket={(id) => <TicketBrief id={id} />} onClose={() => setOpened(undefined)} />
    </PageFrame>
  )
}
