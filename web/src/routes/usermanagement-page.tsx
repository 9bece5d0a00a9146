import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ApplicationDialog } from '#features/seller-applications/application-dialog.tsx'
import { ApplicationList } from '#features/seller-applications/application-list.tsx'
import { useWaitingApplications } from '#features/seller-applications/seller-applications.api.ts'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/administration/usermanagement')

/** Who the members are, and who wants to sell. */
export function UserManagementPage() {
  const at = useAddress(route.useSearch())
  const waiting = useWaitingApplications()
  return (
    <PageFrame title="User Management" wide>
      <Tabs value="pengajuan" keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="pengajuan">{waiting > 0 ? `Seller Applications (${waiting})` : 'Seller Applications'}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pengajuan">
          <ApplicationList at={at} onOpen={(memberId) => at.open({ member: memberId.toString() })} />
        </Tabs.Panel>
      </Tabs>
      {at.search.member && <ApplicationDialog id={at.search.member} onClose={() => at.change({ member: undefined })} />}
    </PageFrame>
  )
}
