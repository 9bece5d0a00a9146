import type { ApprovalRow } from '@lapak/contract/system/approvals'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { TicketSummary } from '#features/funds/tickets/ticket-summary.tsx'
import { ApprovalDrawer } from '#features/system/approvals/approval-drawer.tsx'
import { ApprovalList } from '#features/system/approvals/approval-list.tsx'
import { SettingTextsContext } from '#features/system/approvals/use-requested-change.ts'
import { settingValueText } from '#features/system/settings/setting-labels.ts'
import { settingsQuery } from '#features/system/settings/settings.api.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/administration/persetujuan')

/** The page of requests of administrators that a second administrator decides. */
export function ApprovalsPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const { data: settings } = useQuery(settingsQuery)
  const [opened, setOpened] = useState<ApprovalRow>()

  const chooseTab = (value: string | null) => void navigate({ search: value === 'diputuskan' ? { tab: 'diputuskan' } : {} })
  const settingOf = (wanted: string) => {
    const setting = settings?.find(({ name }) => name === wanted)
    return (
      setting && {
        about: setting.about,
        now: settingValueText(setting, setting.value),
        valueWord: (value: number) => settingValueText(setting, value),
      }
    )
  }

  return (
    <PageFrame title="Persetujuan" wide>
      <SettingTextsContext value={settingOf}>
        <Tabs value={searchParams.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
          <Tabs.List>
            <Tabs.Tab value="menunggu">Menunggu</Tabs.Tab>
            <Tabs.Tab value="diputuskan">Sudah diputuskan</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="menunggu">
            <ApprovalList searchParams={searchParams} open="1" onOpen={setOpened} />
          </Tabs.Panel>
          <Tabs.Panel value="diputuskan">
            <ApprovalList searchParams={searchParams} open="0" onOpen={setOpened} />
          </Tabs.Panel>
        </Tabs>
        <ApprovalDrawer row={opened} ticket={(id) => <TicketSummary id={id} />} onClose={() => setOpened(undefined)} />
      </SettingTextsContext>
    </PageFrame>
  )
}
