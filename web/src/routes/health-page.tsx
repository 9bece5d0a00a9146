import { wib } from '@lapak/contract/shared/time-text'
import { Skeleton, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DoctorList } from '#features/backoffice/doctor/doctor-list.tsx'
import { AlertDialog } from '#features/backoffice/health/alert-dialog.tsx'
import { AlertList } from '#features/backoffice/health/alert-list.tsx'
import { healthQuery, useWaitingAlerts } from '#features/backoffice/health/health.api.ts'
import { HealthCards } from '#features/backoffice/health/health-cards.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import { ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

const route = getRouteApi('/signed-in/administration/admin/kesehatan')

/** The page of the health of the platform: its state, what waits too long, and alerts. */
export function HealthPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const waiting = useWaitingAlerts(true)
  const [opened, setOpened] = useState<Parameters<typeof AlertDialog>[0]['of']>()
  const chooseTab = (value: string | null) => void navigate({ search: value === 'peringatan' ? { tab: 'peringatan' } : {} })
  return (
    <PageFrame title="Kesehatan" wide>
      <Tabs value={searchParams.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="keadaan">Keadaan</Tabs.Tab>
          <Tabs.Tab value="peringatan">Peringatan{waiting > 0 ? ` (${waiting})` : ''}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="keadaan">
          <Figures />
          <DoctorList />
        </Tabs.Panel>
        <Tabs.Panel value="peringatan">
          <AlertList searchParams={searchParams} onOpen={setOpened} />
        </Tabs.Panel>
      </Tabs>
      {opened && <AlertDialog of={opened} onClose={() => setOpened(undefined)} />}
    </PageFrame>
  )
}

function Figures() {
  const { data, error, refetch } = useQuery(healthQuery)
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {data && `Dilihat ${wib(data.at)}. `}Kapan sesuatu ditandai, dan siapa diberi tahu seberapa sering, diatur di{' '}
        <Link to="/admin/pengaturan" search={{ search: 'health' }} className={link.inline}>
          Pengaturan
        </Link>
        .
      </Text>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <HealthCards of={data} />
      ) : (
        <Skeleton height={480} />
      )}
    </>
  )
}
