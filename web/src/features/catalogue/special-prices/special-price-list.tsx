import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPencil, IconPlus, IconRefresh, IconTagOff, IconTrash, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CategoryBrandSelects } from '#features/catalogue/catalogue/category-brand-select.tsx'
import { BuyerName, normalPriceOf, SpecialPriceCard, SpecialPriceStatus } from '#features/catalogue/special-prices/special-price-parts.tsx'
import { type SpecialPrice, specialPriceList, useRemoveSpecialPrice } from '#features/catalogue/special-prices/special-prices.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import classes from '#ui/list-parts.module.css'
import { Rupiah } from '#ui/money.tsx'

const AddSpecialPriceDialog = lazy(() =>
  import('#features/catalogue/special-prices/add-special-price-dialog.tsx').then((module) => ({ default: module.AddSpecialPriceDialog })),
)
const ManySpecialPricesDialog = lazy(() =>
  import('#features/catalogue/special-prices/many-special-prices-dialog.tsx').then((module) => ({
    default: module.ManySpecialPricesDialog,
  })),
)
const EditSpecialPriceDialog = lazy(() =>
  import('#features/catalogue/special-prices/edit-special-price-dialog.tsx').then((module) => ({ default: module.EditSpecialPriceDialog })),
)

/** Special prices of single buyers for the shop's offers. */
export function SpecialPriceList({ searchParams }: { searchParams: ListSearchParams<typeof specialPriceCalls.list> }) {
  const list = useList(specialPriceList, searchParams)
  const [adding, setAdding] = useState(false)
  const [addingMany, setAddingMany] = useState(false)
  const [edited, setEdited] = useState<SpecialPrice>()
  const { mutate: remove } = useRemoveSpecialPrice()
  const confirmRemove = ({ id, product, member }: SpecialPrice) =>
    openConfirmation({
      question: `Hapus harga khusus ${product.productname} (${product.productcode}) untuk ${member.membername}? Ia membayar harga normal mulai pesanan berikutnya.`,
      danger: true,
      onYes: () => remove(id, { onSuccess: () => setEdited(undefined) }),
    })
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Tambah
    </Button>
  )
  return (
    <>
      <div className={classes.top}>
        {addButton}
        <Button variant="default" leftSection={<IconUsers size={18} />} onClick={() => setAddingMany(true)}>
          Beberapa member
        </Button>
        <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={list.refresh}>
          Refresh
        </Button>
      </div>
      <DataTable
        list={list}
        label="Daftar harga khusus"
        columns={specialPriceColumns({ edit: setEdited, remove: confirmRemove })}
        card={(row) => <SpecialPriceCard price={row} />}
        rowLink={{ label: (row) => `Harga khusus ${row.id}`, open: setEdited }}
        searchPlaceholder="Cari member, kode, atau nama produk"
        filters={<CategoryBrandSelects filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{
          icon: IconTagOff,
          title: 'Belum ada harga khusus',
          hint: 'Beri pembeli langganan harga sendiri, lalu ia membayar itu dan bukan harga normal.',
          action: addButton,
        }}
        noResultsState={{ title: 'Tidak ada harga khusus yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      <Suspense>
        {adding && <AddSpecialPriceDialog onClose={() => setAdding(false)} />}
        {addingMany && <ManySpecialPricesDialog onClose={() => setAddingMany(false)} />}
        {edited && <EditSpecialPriceDialog price={edited} confirmRemove={confirmRemove} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </>
  )
}

// — Special price columns

interface Actions {
  edit: (price: SpecialPrice) => void
  remove: (price: SpecialPrice) => void
}

const named = ({ product, member }: SpecialPrice) => `${product.productcode} untuk ${member.membername}`

const specialPriceColumns = ({ edit, remove }: Actions): Column<SpecialPrice>[] => [
  { key: 'id', title: 'ID', width: 80, sortable: true, cell: (row) => row.id.toString() },
  { key: 'membername', title: 'Member', width: 180, sortable: true, cell: (row) => <BuyerName of={row.member} /> },
  { key: 'brandname', title: 'Brand', width: 120, visibleFrom: 'md', cell: (row) => row.product.brand.brandname },
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
