import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { Group, Text } from '@mantine/core'
import { IconPackageOff, IconReceiptOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UserRows } from '#features/backoffice/users/user-rows.tsx'
import { userOffersQuery, userPurchasesQuery } from '#features/backoffice/users/users.api.ts'
import { Rupiah } from '#ui/money.tsx'

/** The purchases of the member. */
export function UserPurchases({ id, row }: { id: string; row: (row: PurchaseRow) => ReactNode }) {
  const list = useInfiniteQuery(userPurchasesQuery(id))
  return <UserRows label="Transaksi" list={list} row={row} nothing={{ icon: IconReceiptOff, title: 'Belum ada transaksi' }} />
}

/** The offers of the member. */
export function UserOffers({ id }: { id: string }) {
  const list = useInfiniteQuery(userOffersQuery(id))
  return (
    <UserRows
      label="Produk"
      list={list}
      row={({ productcode, productname, sellprice, status }) => (
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600}>
              {productname}
            </Text>
            <Text size="sm" c="dimmed">
              {productcode} · {status ? 'Buka' : 'Tutup'}
            </Text>
          </div>
          <Rupiah of={sellprice} />
        </Group>
      )}
      nothing={{ icon: IconPackageOff, title: 'Tidak menjual apa pun' }}
    />
  )
}
