import type { BrandRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button } from '@mantine/core'
import { IconDeviceMobile, IconPlus, IconTagOff } from '@tabler/icons-react'
import { useState } from 'react'
import { OpenBadge, statusChoices } from '#features/catalogue/catalogue/admin-labels.tsx'
import { CatalogueCard, CategoryFilter, EditButton, Named } from '#features/catalogue/catalogue/admin-parts.tsx'
import { BrandDialog } from '#features/catalogue/catalogue/brand-dialog.tsx'
import { brandList } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { OperatorsDialog } from '#features/catalogue/catalogue/operators-dialog.tsx'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { allOf, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'

/** Brands, and whose mobile numbers are whose. */
export function BrandAdminList({ at }: { at: ListAddress<typeof catalogueAdminCalls.brands> }) {
  const list = useList(brandList, at)
  const [edited, setEdited] = useState<BrandRow | 'new'>()
  const [prefixes, setPrefixes] = useState(false)
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah brand
    </Button>
  )
  return (
    <>
      <div className={classes.top}>
        {addButton}
        <Button variant="default" leftSection={<IconDeviceMobile size={18} />} onClick={() => setPrefixes(true)}>
          Prefix operator
        </Button>
      </div>
      <DataTable
        list={list}
        label="Daftar brand"
        columns={columnsWith(setEdited)}
        card={(row) => <BrandCard row={row} />}
        opens={{ label: (row) => `Brand ${row.brandname}`, open: setEdited }}
        searchFor="Cari nama brand"
        filters={
          <>
            <CategoryFilter value={list.filters.categoryid} onChoose={(categoryid) => list.filter({ categoryid })} />
            <ChoiceFilter
              label="Status"
              value={list.filters.status}
              choices={[allOf('status'), ...statusChoices]}
              onChoose={(status) => list.filter({ status })}
            />
          </>
        }
        nothing={{ icon: IconTagOff, title: 'Belum ada brand', hint: 'Produk selalu milik satu brand.', action: addButton }}
        noMatch={{ title: 'Tidak ada brand yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {edited && <BrandDialog brand={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {prefixes && <OperatorsDialog onClose={() => setPrefixes(false)} />}
    </>
  )
}

const columnsWith = (edit: (row: BrandRow) => void): Column<BrandRow>[] => [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  { key: 'brandname', title: 'Brand', width: 200, sortable: true, cell: (row) => <Named name={row.brandname} picture={row.brandlogo} /> },
  { key: 'categoryname', title: 'Kategori', width: 130, sortable: true, cell: (row) => row.categoryname },
  { key: 'groupname', title: 'BrandGroup', width: 130, cell: (row) => row.groupname },
  { key: 'operator', title: 'Operator', width: 100, from: 'md', cell: (row) => row.operator },
  { key: 'products', title: 'Produk', width: 80, numeric: true, cell: (row) => dotted(row.products) },
  { key: 'status', title: 'Status', width: 120, sortable: true, cell: (row) => <OpenBadge open={row.status} /> },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, from: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.brandname} onEdit={() => edit(row)} /> },
]

const BrandCard = ({ row }: { row: BrandRow }) => (
  <CatalogueCard
    name={row.brandname}
    picture={row.brandlogo}
    notes={[[row.categoryname, row.groupname, row.operator].filter(Boolean).join(' · '), `${dotted(row.products)} produk`]}
    state={<OpenBadge open={row.status} />}
  />
)
