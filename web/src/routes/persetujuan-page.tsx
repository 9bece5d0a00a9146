import type { DecisionRow } from '@lapak/contract/decisions'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { SettingsInWords } from '#features/decisions/asked-words.ts'
import { DecisionDrawer } from '#features/decisions/decision-drawer.tsx'
import { DecisionList } from '#features/decisions/decision-list.tsx'
import { valueWord } from '#features/settings/setting-words.ts'
import { settingsQuery } from '#features/settings/settings.api.ts'
import { TicketBrief } from '#features/tickets/ticket-brief.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/administration/persetujuan')

/** What one administrator asked for and another one decides. */
export function PersetujuanPage() {
  const at = useAddress(route.useSearch())
  const navigate = route.useNavigate()
  const { data: settings } = useQuery(settingsQuery)
  const [opened, setOpened] = useState<DecisionRow>()

  const chooseTab = (value: string | null) => void navigate({ search: value === 'diputuskan' ? { tab: 'diputuskan' } : {} })
  const settingOf = (wanted: string) => {
    const setting = settings?.find(({ name }) => name === wanted)
    return (
      setting && { about: setting.about, now: valueWord(setting, setting.value), valueWord: (value: number) => valueWord(setting, value) }
    )
  }

  return (
    <PageFrame title="Persetujuan" wide>
      <SettingsInWords value={settingOf}>
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
      </SettingsInWords>
    </PageFrame>
  )
}
