import { Tabs, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AdapterList } from '#features/backoffice/health/adapter-list.tsx'
import { MethodSettings } from '#features/funds/top-ups/method-settings.tsx'
import { useSubjectsAwaitingApproval } from '#features/system/approvals/approvals.api.ts'
import { MaintenanceNotices } from '#features/system/maintenance/maintenance-notices.tsx'
import { SettingList } from '#features/system/settings/setting-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import { SearchField } from '#ui/search-field.tsx'
import link from '#ui/text-link.module.css'
import { useShownTab } from '#ui/use-shown-tab.ts'

const SettingDialog = lazy(() =>
  import('#features/system/settings/setting-dialog.tsx').then((module) => ({ default: module.SettingDialog })),
)
const MethodDialog = lazy(() => import('#features/funds/top-ups/method-dialog.tsx').then((module) => ({ default: module.MethodDialog })))

const route = getRouteApi('/signed-in/administration/admin/pengaturan')

const tabOf = (value: string | null) => (value === 'metode' || value === 'penghubung' || value === 'pemeliharaan' ? value : 'aturan')

/** The page of the platform's settings, payment methods, external services and maintenance notices. */
export function SettingsPage() {
  const searchParams = useSearchParams(route.useSearch())
  const { search = '', aturan, metode } = searchParams.search
  const shownTab = useShownTab(searchParams.search.tab)
  const rules = useSubjectsAwaitingApproval('setting.change')
  const methods = useSubjectsAwaitingApproval('payment_method.change')
  return (
    <PageFrame title="Pengaturan">
      <Text size="sm" c="dimmed">
        Syarat & ketentuan diterbitkan di{' '}
        <Link to="/syaratketentuan" className={link.inline}>
          halamannya sendiri
        </Link>
        .
      </Text>
      <Tabs
        value={searchParams.search.tab}
        onChange={(value) => searchParams.replace({ tab: tabOf(value) })}
        keepMounted={false}
        classNames={{ tab: tabs.tab, panel: tabs.panel }}
      >
        <Tabs.List ref={shownTab} className={tabs.running}>
          <Tabs.Tab value="aturan">Aturan</Tabs.Tab>
          <Tabs.Tab value="metode">Metode topup</Tabs.Tab>
          <Tabs.Tab value="penghubung">Penghubung</Tabs.Tab>
          <Tabs.Tab value="pemeliharaan">Pemeliharaan</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="aturan">
          <SearchField label="Cari aturan" value={search} onSearch={(text) => searchParams.replace({ search: text || undefined })} />
          <SettingList search={search} waiting={rules} onOpen={(name) => searchParams.push({ aturan: name })} />
        </Tabs.Panel>
        <Tabs.Panel value="metode">
          <MethodSettings waiting={methods} onOpen={(id) => searchParams.push({ metode: id })} />
        </Tabs.Panel>
        <Tabs.Panel value="penghubung">
          <AdapterList />
        </Tabs.Panel>
        <Tabs.Panel value="pemeliharaan">
          <MaintenanceNotices />
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        {aturan && <SettingDialog name={aturan} waits={rules.has(aturan)} onClose={() => searchParams.replace({ aturan: undefined })} />}
        {metode && <MethodDialog id={metode} waits={methods.has(metode)} onClose={() => searchParams.replace({ metode: undefined })} />}
      </Suspense>
    </PageFrame>
  )
}
