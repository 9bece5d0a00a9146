import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Member, normalPriceOf, SpecialPriceStatus } from '#features/catalogue/special-prices/special-price-parts.tsx'
import type { SpecialPrice } from '#features/catalogue/special-prices/special-prices.api.ts'
import type { Column } from '#ui/data-table-props.ts'
import classes from '#ui/list-parts.module.css'
import { Rupiah } from '#ui/money.tsx'

interface Actions {
  edit: (price: SpecialPrice) => void
  remove: (price: SpecialPrice) => void
}

const named = ({ product, member }: SpecialPrice) => `${product.productcode} untuk ${member.membername}`

export const specialPriceColumns = ({ edit, remove }: Actions): Column<SpecialPrice>[] => [
  { key: 'id', title: 'ID', width: 80, sortable: true, cell: (row) => row.id.toString() },
  { key: 'membername', title: 'Member', width: 180, sortable: true, cell: (row) => <Member of={row.member} /> },
  { key: 'brandname', title: 'Brand', width: 120, from: 'md', cell: (row) => row.product.brand.brandname },
  { key: 'productname', title: 'Produk', width: 170, cell: (row) => row.product.productname },
  {
    key: 'productcode',
    title: 'Kode',
    width: 110,
    sortable: true,
    cell: (row) => <span className={classes.code}>{row.product.productcode}</span>,
  },
  {
    key: 'hargajual',
    title: 'Harga jual',
    width: 130,
    sortable: true,
    numeric: true,
    cell: (row) => (
      <>
        <Rupiah of={row.hargajual} strong />
        <span className={classes.note}>
          Normal <Rupiah of={normalPriceOf(row)} />
        </span>
      </>
    ),
  },
  { key: 'status', title: 'Status', width: 110, cell: (row) => <SpecialPriceStatus open={row.status} /> },
  {
    key: 'actions',
    title: 'Aksi',
    width: 96,
    cell: (row) => (
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          aria-label={`Ubah ${named(row)}`}
          onClick={(event) => {
            event.stopPropagation()
            edit(row)
          }}
        >
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon
          color="red"
          aria-label={`Hapus ${named(row)}`}
          onClick={(event) => {
            event.stopPropagation()
            remove(row)
          }}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    ),
  },
]
