import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import { Button } from '@mantine/core'
import { IconPlus, IconRefresh, IconTagOff, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CategoryBrandSelects } from '#features/catalogue/catalogue/category-brand-select.tsx'
import { specialPriceColumns } from '#features/catalogue/special-prices/special-price-columns.tsx'
import { SpecialPriceCard } from '#features/catalogue/special-prices/special-price-parts.tsx'
import { type SpecialPrice, specialPriceList, useRemoveSpecialPrice } from '#features/catalogue/special-prices/special-prices.api.ts'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { confirmFirst } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import classes from '#ui/list-parts.module.css'

const AddDialog = lazy(() =>
  import('#features/catalogue/special-prices/add-special-price-dialog.tsx').then((module) => ({ default: module.AddSpecialPriceDialog })),
)
const ManyDialog = lazy(() =>
  import('#features/catalogue/special-prices/many-special-prices-dialog.tsx').then((module) => ({
    default: module.ManySpecialPricesDialog,
  })),
)
const EditDialog = lazy(() =>
  import('#features/catalogue/special-prices/edit-special-price-dialog.tsx').then((module) => ({ default: module.EditSpecialPriceDialog })),
)

/** What single buyers pay for what the shop sells, whatever everybody else pays. */
export function SpecialPriceList({ at }: { at: ListAddress<typeof specialPriceCalls.list> }) {
  const list = useList(specialPriceList, at)
  const [adding, setAdding] = useState(false)
  const [addingMany, setAddingMany] = useState(false)
  const [edited, setEdited] = useState<SpecialPrice>()
  const { mutate: remove } = useRemoveSpecialPrice()
  const askRemove = ({ id, product, member }: SpecialPrice) =>
    confirmFirst({
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
        columns={specialPriceColumns({ edit: setEdited, remove: askRemove })}
        card={(row) => <SpecialPriceCard price={row} />}
        opens={{ label: (row) => `Harga khusus ${row.id}`, open: setEdited }}
        searchFor="Cari member, kode, atau nama produk"
        filters={<CategoryBrandSelects filters={list.filters} onFilter={list.filter} />}
        nothing={{
          icon: IconTagOff,
          title: 'Belum ada harga khusus',
          hint: 'Beri pembeli langganan harga sendiri, lalu ia membayar itu dan bukan harga normal.',
          action: addButton,
        }}
        noMatch={{ title: 'Tidak ada harga khusus yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      <Suspense>
        {adding && <AddDialog onClose={() => setAdding(false)} />}
        {addingMany && <ManyDialog onClose={() => setAddingMany(false)} />}
        {edited && <EditDialog price={edited} askRemove={askRemove} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </>
  )
}
