import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserDialog, type UserDialogParts } from '#features/backoffice/users/user-dialog.tsx'
import { UserList } from '#features/backoffice/users/user-list.tsx'
import { userSumsQuery } from '#features/backoffice/users/users.api.ts'
import { HistoryCard } from '#features/funds/wallet/history-list.tsx'
import { WalletStatementCard } from '#features/funds/wallet/wallet-statement-list.tsx'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { ApplicationDrawer } from '#features/selling/seller-applications/application-drawer.tsx'
import { ApplicationList } from '#features/selling/seller-applications/application-list.tsx'
import { eventLabel } from '#features/system/audit/event-labels.ts'
import { changedFactsOf } from '#features/system/audit/fact-labels.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import { SumCards } from '#ui/sum-cards.tsx'

const route = getRouteApi('/signed-in/administration/usermanagement')

/** The page of all members and of applications to become a seller. */
export function UsersPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const { data: sums, isError } = useQuery(userSumsQuery)
  const { tab, member, bagian } = searchParams.search
  const shown = (count: number | undefined) => (count === undefined ? (isError ? null : undefined) : count.toLocaleString('id-ID'))
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString('id-ID')})`
  const chooseTab = (value: string | null) => void navigate({ search: value === 'pengajuan' ? { tab: 'pengajuan' } : {} })
  return (
    <PageFrame title="User Management" wide>
      <SumCards
        sums={[
          { label: 'Total user', value: shown(sums?.totaluser) },
          { label: 'Total suplier', value: shown(sums?.totalseller) },
          { label: 'Pengajuan suplier', value: shown(sums?.totalreqseller) },
        ]}
      />
      <Tabs value={tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="semua">{counted('All Users', sums?.totaluser)}</Tabs.Tab>
          <Tabs.Tab value="pengajuan">{counted('Seller Applications', sums?.totalreqseller)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="semua">
          <UserList searchParams={searchParams} onOpen={(id) => searchParams.push({ member: id.toString() })} />
        </Tabs.Panel>
        <Tabs.Panel value="pengajuan">
          <ApplicationList searchParams={searchParams} onOpen={(id) => searchParams.push({ member: id.toString(), bagian: 'suplier' })} />
        </Tabs.Panel>
      </Tabs>
      {member && (
        <UserDialog
          id={member}
          part={bagian}
          matters={matters}
          onPart={(part) => searchParams.replace({ bagian: part })}
          onClose={() => searchParams.replace({ member: undefined, bagian: undefined })}
        />
      )}
    </PageFrame>
  )
}

/** Components of other features that the dialog of a member contains. */
const matters: UserDialogParts = {
  application: (shown) => <ApplicationDrawer {...shown} />,
  movement: (row) => <WalletStatementCard row={row} />,
  ticket: (row) => <HistoryCard row={row} />,
  purchase: (row) => <PurchaseCard row={row} />,
  event: (row) => ({ event: eventLabel(row.event), facts: changedFactsOf(row) }),
}
