import { type catalogueAdminCalls, type ProductRow, productTypes } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group } from '@mantine/core'
import { IconFileTypeCsv, IconPackageOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { OpenBadge, statusChoices, typeChoices } from '#features/catalogue/catalogue/admin-labels.tsx'
import { BrandFilter, CatalogueCard, CategoryFilter, EditButton, Named } from '#features/catalogue/catalogue/admin-parts.tsx'
import { productList } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { ProductDialog } from '#features/catalogue/catalogue/product-dialog.tsx'
import { ProductImportDialog } from '#features/catalogue/catalogue/product-import-dialog.tsx'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { allOf, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'

/** Everything that can be sold here, by brand and code, closed products among it. */
export function ProductAdminList({ at }: { at: ListAddress<typeof catalogueAdminCalls.products> }) {
  const list = useList(productList, at)
  const [edited, setEdited] = useState<ProductRow | 'new'>()
  const [importing, setImporting] = useState(false)
  const { filters, filter } = list
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah produk
    </Button>
  )
  return (
    <>
      <div className={classes.top}>
        {addButton}
        <Button variant="default" leftSection={<IconFileTypeCsv size={18} />} onClick={() => setImporting(true)}>
          Impor CSV
        </Button>
      </div>
      <DataTable
        list={list}
        label="Daftar produk"
        columns={columnsWith(setEdited)}
        card={(row) => <ProductCard row={row} />}
        opens={{ label: (row) => `Produk ${row.productcode}`, open: setEdited }}
        searchFor="Cari kode, nama, atau brand"
        filters={
          <>
            <CategoryFilter value={filters.categoryid} onChoose={(categoryid) => filter({ categoryid, brandid: undefined })} />
            <BrandFilter value={filters.brandid} categoryid={filters.categoryid} onChoose={(brandid) => filter({ brandid })} />
            <ChoiceFilter
              label="Tipe"
              value={filters.producttype}
              choices={[allOf('tipe'), ...typeChoices]}
              onChoose={(producttype) => filter({ producttype })}
            />
            <ChoiceFilter
              label="Status"
              value={filters.status}
              choices={[allOf('status'), ...statusChoices]}
              onChoose={(status) => filter({ status })}
            />
          </>
        }
        nothing={{ icon: IconPackageOff, title: 'Belum ada produk', hint: 'Suplier menjual apa yang ada di sini.', action: addButton }}
        noMatch={{ title: 'Tidak ada produk yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {edited && <ProductDialog product={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {importing && <ProductImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

const columnsWith = (edit: (row: ProductRow) => void): Column<ProductRow>[] => [
  {
    key: 'productcode',
    title: 'Kode',
    width: 110,
    sortable: true,
    cell: (row) => <span className={classes.code}>{row.productcode}</span>,
  },
  {
    key: 'productname',
    title: 'Nama produk',
    width: 220,
    sortable: true,
    cell: (row) => <Named name={row.productname} picture={row.image} />,
  },
  { key: 'brandname', title: 'Brand', width: 130, sortable: true, cell: (row) => row.brandname },
  { key: 'categoryname', title: 'Kategori', width: 110, from: 'md', cell: (row) => row.categoryname },
  { key: 'producttype', title: 'Tipe', width: 120, sortable: true, cell: (row) => productTypes[row.producttype] },
  { key: 'denom', title: 'Denom', width: 90, sortable: true, numeric: true, from: 'md', cell: (row) => dotted(row.denom) },
  { key: 'offers', title: 'Suplier', width: 80, numeric: true, cell: (row) => dotted(row.offers) },
  { key: 'status', title: 'Status', width: 120, sortable: true, cell: (row) => <State row={row} /> },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, from: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.productcode} onEdit={() => edit(row)} /> },
]

const State = ({ row: { status, brandstatus } }: { row: ProductRow }) => (
  <Group gap={4}>
    <OpenBadge open={status} />
    {status && !brandstatus && <span className={classes.note}>Brand ditutup</span>}
  </Group>
)

const ProductCard = ({ row }: { row: ProductRow }) => (
  <CatalogueCard
    name={row.productname}
    picture={row.image}
    notes={[`${row.productcode} · ${row.brandname}`, `${productTypes[row.producttype]} · ${dotted(row.offers)} suplier`]}
    state={<State row={row} />}
  />
)
