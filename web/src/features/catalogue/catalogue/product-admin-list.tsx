import {
  type catalogueAdminCalls,
  type ProductLine,
  type ProductPreview,
  type ProductRow,
  productTypes,
} from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Text } from '@mantine/core'
import { IconFileTypeCsv, IconPackageOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ActiveBadge, productTypeChoices, statusChoices, statusLabels } from '#features/catalogue/catalogue/admin-labels.tsx'
import { BrandFilter, CatalogueCard, CategoryFilter, EditButton, NameWithPicture } from '#features/catalogue/catalogue/admin-parts.tsx'
import { productAdminList, useImportProducts } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { ClosingEffects } from '#features/catalogue/catalogue/closing-notice.tsx'
import { ProductDialog } from '#features/catalogue/catalogue/product-dialog.tsx'
import { useEmptyHint } from '#features/catalogue/catalogue/starter-catalogue.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { ChooseCsv, FileDialog } from '#ui/file-dialog.tsx'
import { changedFields, type FieldLabels, LinesPreview } from '#ui/lines-preview.tsx'

/** All products, including closed ones, by brand and code. */
export function ProductAdminList({ searchParams }: { searchParams: ListSearchParams<typeof catalogueAdminCalls.products> }) {
  const list = useList(productAdminList, searchParams)
  const [edited, setEdited] = useState<ProductRow | 'new'>()
  const [importing, setImporting] = useState(false)
  const { filters, setFilters } = list
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah produk
    </Button>
  )
  const emptyHint = useEmptyHint('brand', 'Suplier menjual apa yang ada di sini.', addButton)
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
        rowLink={{ label: (row) => `Produk ${row.productcode}`, open: setEdited }}
        searchPlaceholder="Cari kode, nama, atau brand"
        filters={
          <>
            <CategoryFilter value={filters.categoryid} onChoose={(categoryid) => setFilters({ categoryid, brandid: undefined })} />
            <BrandFilter value={filters.brandid} categoryid={filters.categoryid} onChoose={(brandid) => setFilters({ brandid })} />
            <ChoiceFilter
              label="Tipe"
              value={filters.producttype}
              choices={[allChoice('tipe'), ...productTypeChoices]}
              onChoose={(producttype) => setFilters({ producttype })}
            />
            <ChoiceFilter
              label="Status"
              value={filters.status}
              choices={[allChoice('status'), ...statusChoices]}
              onChoose={(status) => setFilters({ status })}
            />
          </>
        }
        emptyState={{ icon: IconPackageOff, title: 'Belum ada produk', ...emptyHint }}
        noResultsState={{ title: 'Tidak ada produk yang cocok', hint: 'Ubah kata kunci atau filter.' }}
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
    cell: (row) => <NameWithPicture name={row.productname} picture={row.image} />,
  },
  { key: 'brandname', title: 'Brand', width: 130, sortable: true, cell: (row) => row.brandname },
  { key: 'categoryname', title: 'Kategori', width: 110, visibleFrom: 'md', cell: (row) => row.categoryname },
  { key: 'producttype', title: 'Tipe', width: 120, sortable: true, cell: (row) => productTypes[row.producttype] },
  { key: 'denom', title: 'Denom', width: 90, sortable: true, numeric: true, visibleFrom: 'md', cell: (row) => dotted(row.denom) },
  { key: 'offers', title: 'Suplier', width: 80, numeric: true, cell: (row) => dotted(row.offers) },
  { key: 'status', title: 'Status', width: 120, sortable: true, cell: (row) => <State row={row} /> },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.productcode} onEdit={() => edit(row)} /> },
]

const State = ({ row: { status, brandstatus } }: { row: ProductRow }) => (
  <Group gap={4}>
    <ActiveBadge open={status} />
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

// — Product import dialog

/** Imports products from a file. The preview shows every line of the file; the import then applies exactly these lines, all or none. */
function ProductImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<ProductPreview>()
  const [page, setPage] = useState(0)
  const sending = useImportProducts()

  function look(chosen: File, next: number) {
    setFile(chosen)
    setPage(next)
    if (next === 0) setPreview(undefined)
    sending.mutate({ file: chosen, keep: false, page: next }, { onSuccess: setPreview })
  }

  const store = (chosen: File, { digest }: ProductPreview) =>
    sending.mutate({ file: chosen, keep: true, page: 0, digest }, { onSuccess: onClose, onError: () => setPreview(undefined) })

  const lines = preview ? preview.added + preview.changed : 0
  return (
    <FileDialog
      title="Impor katalog"
      file={file}
      error={sending.error}
      isSending={sending.isPending}
      preview={preview && <ProductPreviewList of={preview} page={page} onPage={(next) => file && look(file, next)} />}
      importLabel={lines > 0 ? `Simpan ${dotted(lines)} produk` : 'Simpan'}
      onImport={file && preview && preview.refused === 0 && lines > 0 ? () => store(file, preview) : undefined}
      onClose={onClose}
    >
      <Text size="sm">
        Kolomnya seperti hasil Unduh CSV, dengan pemisah koma atau titik koma. Produk dicocokkan lewat Kode produk: yang belum ada
        ditambahkan, yang sudah ada diubah, yang tidak disebut tetap. Sel kosong tidak mengubah apa pun, kecuali Keterangan, yang lalu
        dihapus. Brand harus sudah ada.
      </Text>
      <ChooseCsv name="File CSV katalog" file={file} disabled={sending.isPending} onChoose={(chosen) => look(chosen, 0)} />
    </FileDialog>
  )
}

// — Product preview

interface PreviewProps {
  of: ProductPreview
  /** Zero-based. */
  page: number
  onPage: (page: number) => void
}

/** Preview of the changes, line by line. */
function ProductPreviewList({ of, ...paging }: PreviewProps) {
  const { closing } = of
  return (
    <LinesPreview
      of={of}
      label="Pratinjau katalog"
      notice={closing.products > 0 && <ClosingEffects of={closing} title={`File ini menutup ${dotted(closing.products)} produk`} />}
      nameOf={({ before, after }) => (after ?? before)?.productname}
      changesOf={(line) => changedFields(words, line)}
      {...paging}
    />
  )
}

const words: FieldLabels<NonNullable<ProductLine['after']>> = {
  productname: ['Nama', (name) => name],
  brandname: ['Brand', (name) => name],
  categoryname: ['Kategori', (name) => name],
  producttype: ['Tipe', (type) => productTypes[type]],
  denom: ['Denom', dotted],
  status: ['Status', (open) => (open ? statusLabels.open : statusLabels.closed)],
  berupakode: ['Berupa kode', (isCode) => (isCode ? 'Ya' : 'Tidak')],
  description: ['Keterangan', (text, isNew) => text ?? (isNew ? null : 'tanpa')],
}
