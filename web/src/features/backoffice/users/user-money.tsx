import type { UserDetail } from '@lapak/contract/backoffice/users'
import type { MutasiRow, PaymentHistory } from '@lapak/contract/funds/wallet'
import { Stack, Text, Title } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UserRows } from '#features/backoffice/users/user-rows.tsx'
import { userHistoriesQuery, userMutasiQuery } from '#features/backoffice/users/users.api.ts'
import { Rupiah } from '#ui/money.tsx'

interface BalanceProps {
  of: UserDetail
  id: string
  row: (row: MutasiRow) => ReactNode
}

/** The balance with all that moved it, as the member reads it. */
export function UserBalance({ of, id, row }: BalanceProps) {
  const list = useInfiniteQuery(userMutasiQuery(id))
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

/** Tickets of money, in and out. */
export function UserTickets({ id, row }: { id: string; row: (row: PaymentHistory) => ReactNode }) {
  const list = useInfiniteQuery(userHistoriesQuery(id))
  return <UserRows label="Tiket" list={list} row={row} nothing={{ icon: IconReceiptOff, title: 'Belum ada tiket' }} />
}
