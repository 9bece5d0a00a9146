import type { UserDetail } from '@lapak/contract/backoffice/users'
import type { MutasiRow, PaymentHistory } from '@lapak/contract/funds/wallet'
import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import type { AuditRow } from '@lapak/contract/system/audit'
import { Alert, Button, Group, Modal, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconBuildingStore, IconClock, IconReceiptOff, IconUserOff } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemberActionForm } from '#features/backoffice/users/member-action-form.tsx'
import { UserAccess } from '#features/backoffice/users/user-access.tsx'
import { type AuditTexts, UserAuditTrail } from '#features/backoffice/users/user-audit-trail.tsx'
import { UserProfile } from '#features/backoffice/users/user-profile.tsx'
import { UserRoles } from '#features/backoffice/users/user-roles.tsx'
import { UserRows } from '#features/backoffice/users/user-rows.tsx'
import { UserOffers, UserPurchases } from '#features/backoffice/users/user-trade.tsx'
import { useRefreshUsers, userHistoriesQuery, userQuery, userStatementQuery, useSetShop } from '#features/backoffice/users/users.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useHasOpenLayer } from '#lib/layers.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { belowSmQuery } from '#ui/media-queries.ts'
import { Rupiah } from '#ui/money.tsx'
import tabs from '#ui/page-tabs.module.css'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useShownTab } from '#ui/use-shown-tab.ts'

/** The first part is the default if the URL contains no part. */
const userParts = ['profil', 'peran', 'suplier', 'saldo', 'tiket', 'transaksi', 'produk', 'akses', 'audit'] as const
type UserPart = (typeof userParts)[number]

const partNamed = (name: string | null | undefined): UserPart => userParts.find((part) => part === name) ?? 'profil'

/** Components of other features that render these parts of the dialog. */
export interface UserDialogParts {
  application: (shown: { id: string; onDone: () => void }) => ReactNode
  movement: (row: MutasiRow) => ReactNode
  ticket: (row: PaymentHistory) => ReactNode
  purchase: (row: PurchaseRow) => ReactNode
  event: (row: AuditRow) => AuditTexts
}

interface UserDialogProps {
  /** Id of the member. */
  id: string
  /** The selected part, from the URL. */
  part: string | undefined
  onPart: (part: UserPart) => void
  onClose: () => void
  matters: UserDialogParts
}

/** All data of one member, and the actions of an administrator on the account. Here an administrator can never act in the name of the member. */
export function UserDialog({ id, onClose, ...shown }: UserDialogProps) {
  useRestoreFocus()
  const phone = useMediaQuery(belowSmQuery)
  const covered = useHasOpenLayer()
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} fullScreen={phone ?? false} size={860} title={`Member ${id}`}>
      <User id={id} onClose={onClose} {...shown} />
    </Modal>
  )
}

function User({ id, part: named, onPart, ...rest }: UserDialogProps) {
  const part = partNamed(named)
  const shownTab = useShownTab(part)
  const { data, error, refetch } = useQuery(userQuery(id))
  if (error instanceof ApiError && error.code === 'not_found.member')
    return <EmptyState icon={IconUserOff} title="Member tidak ditemukan" action={<Button onClick={rest.onClose}>Ke daftar</Button>} />
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} />
  return (
    <Stack gap="md">
      {data.waiting && (
        <Alert color="orange" icon={<IconClock size={20} />} title="Menunggu admin kedua">
          Diminta {data.waiting.askedby}: {data.waiting.reason}
        </Alert>
      )}
      <Tabs
        value={part}
        onChange={(value) => onPart(partNamed(value))}
        keepMounted={false}
        classNames={{ list: tabs.running, tab: tabs.tab, panel: tabs.panel }}
      >
        <Tabs.List ref={shownTab}>
          {partsOf(data).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {partWords[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part}>
          <Part id={id} part={part} of={data} {...rest} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

const partWords: Record<UserPart, string> = {
  profil: 'Profil',
  peran: 'Peran',
  suplier: 'Suplier',
  saldo: 'Saldo',
  tiket: 'Tiket',
  transaksi: 'Transaksi',
  produk: 'Produk',
  akses: 'Sesi & key',
  audit: 'Audit',
}

/** The parts of this member: a member that does not sell has no part for products. */
const partsOf = ({ user }: UserDetail) =>
  userParts.filter((one) => one !== 'produk' || user.roles.some(({ name }) => name === 'ROLE_SELLER'))

type PartProps = Pick<UserDialogProps, 'id' | 'onClose' | 'matters'> & { part: UserPart; of: UserDetail }

function Part({ id, part, of, onClose, matters }: PartProps) {
  const refresh = useRefreshUsers()
  switch (part) {
    case 'profil':
      return <UserProfile of={of} id={id} />
    case 'peran':
      return <UserRoles of={of} />
    case 'suplier':
      return (
        <Stack gap="lg">
          <UserShop of={of} />
          {matters.application({
            id,
            onDone: () => {
              void refresh()
              onClose()
            },
          })}
        </Stack>
      )
    case 'saldo':
      return <UserBalance of={of} id={id} row={matters.movement} />
    case 'tiket':
      return <UserTickets id={id} row={matters.ticket} />
    case 'transaksi':
      return <UserPurchases id={id} row={matters.purchase} />
    case 'produk':
      return <UserOffers id={id} />
    case 'akses':
      return <UserAccess of={of} id={id} />
    case 'audit':
      return <UserAuditTrail id={id} wordsOf={matters.event} />
  }
}

/** Opens or closes the shop of a seller. */
function UserShop({ of }: { of: UserDetail }) {
  const setShop = useSetShop(of.member.memberid.toString())
  const [asking, { open, close }] = useDisclosure()
  const { statustoko } = of.member
  if (!of.user.roles.some(({ name }) => name === 'ROLE_SELLER') || of.own) return null
  const label = statustoko ? 'Tutup toko' : 'Buka toko'
  if (asking)
    return (
      <MemberActionForm
        label={label}
        danger={statustoko}
        question={`${label} ${of.member.membername}?`}
        send={(reason) => setShop.mutateAsync({ status: statustoko ? '0' : '1', reason })}
        onEnd={close}
      >
        {statustoko
          ? 'Toko tidak menerima pesanan baru sampai admin membukanya lagi; supliernya tidak bisa.'
          : 'Toko menerima pesanan lagi, dalam jam bukanya.'}
      </MemberActionForm>
    )
  return (
    <Group justify="space-between">
      <Text size="sm">{statustoko ? 'Toko buka' : 'Toko tutup'}</Text>
      <Button variant="default" leftSection={<IconBuildingStore size={18} aria-hidden />} onClick={open}>
        {label}
      </Button>
    </Group>
  )
}

// — User money

interface BalanceProps {
  of: UserDetail
  id: string
  row: (row: MutasiRow) => ReactNode
}

/** The balance and its statement, as the member sees them. */
function UserBalance({ of, id, row }: BalanceProps) {
  const list = useInfiniteQuery(userStatementQuery(id))
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          Saldo
        </Text>
        <Title order={3}>
          <Rupiah of={of.member.memberbalance} />
        </Title>
      </div>
      <UserRows label="Mutasi saldo" list={list} row={row} nothing={{ icon: IconReceiptOff, title: 'Belum ada mutasi' }} />
    </Stack>
  )
}

/** Top-up and cash-out tickets. */
function UserTickets({ id, row }: { id: string; row: (row: PaymentHistory) => ReactNode }) {
  const list = useInfiniteQuery(userHistoriesQuery(id))
  return <UserRows label="Tiket" list={list} row={row} nothing={{ icon: IconReceiptOff, title: 'Belum ada tiket' }} />
}
