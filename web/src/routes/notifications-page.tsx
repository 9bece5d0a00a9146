import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { MarkAllReadButton } from '#features/system/notifications/mark-all-read-button.tsx'
import { NotificationList } from '#features/system/notifications/notification-list.tsx'
import { NotificationSettings } from '#features/system/notifications/notification-settings.tsx'
import { QuietHoursPanel } from '#features/system/notifications/quiet-hours.tsx'
import { PushPanel } from '#features/system/push/push-panel.tsx'
import { Card } from '#ui/card.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/notifikasi')

/** The page of all notifications and the settings of their channels. */
export function NotificationsPage() {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const chooseTab = (chosen: string | null) => void navigate({ search: chosen === 'pengaturan' ? { tab: 'pengaturan' } : {} })
  return (
    <PageFrame title="Notifikasi" action={tab === 'semua' && <MarkAllReadButton />}>
      <Tabs value={tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="semua">Semua</Tabs.Tab>
          <Tabs.Tab value="pengaturan">Pengaturan</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="semua">
          <Card size="none" p={4}>
            <NotificationList />
          </Card>
        </Tabs.Panel>
        <Tabs.Panel value="pengaturan">
          <PushPanel />
          <QuietHoursPanel />
          <NotificationSettings />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
