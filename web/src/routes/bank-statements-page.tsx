import { Button, Tabs } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { waitingMoneySumsQuery } from '#features/funds/bank-statements/bank-statements.api.ts'
import { StatementList } from '#features/funds/bank-statements/statement-list.tsx'
import { UploadDialog } from '#features/funds/bank-statements/upload-dialog.tsx'
import { WaitingMoneyList } from '#features/funds/bank-statements/waiting-money-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/administration/mutasibank')

/** The page of the platform's bank statements and the suspense money. */
export function BankStatementsPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const [uploading, setUploading] = useState(false)
  const { data: waiting } = useQuery(waitingMoneySumsQuery)
  const count = waiting?.reduce((sum, { rows }) => sum + rows, 0) ?? 0

  // Changing the tab clears the other parameters, because the tabs have different filters and sorts.
  const chooseTab = (value: string | null) => void navigate({ search: value === 'menunggu' ? { tab: 'menunggu' } : {} })

  return (
    <PageFrame
      title="Mutasi bank"
      wide
      action={
        <Button variant="default" leftSection={<IconFileUpload size={18} />} onClick={() => setUploading(true)}>
          Unggah CSV
        </Button>
      }
    >
      <Tabs value={searchParams.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="mutasi">Mutasi</Tabs.Tab>
          <Tabs.Tab value="menunggu">{count > 0 ? `Tanpa pemilik (${count})` : 'Tanpa pemilik'}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mutasi">
          <StatementList searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="menunggu">
          <WaitingMoneyList searchParams={searchParams} />
        </Tabs.Panel>
      </Tabs>
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </PageFrame>
  )
}
