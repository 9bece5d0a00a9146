import type { BrandGroupRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button } from '@mantine/core'
import { IconPlus, IconTagsOff } from '@tabler/icons-react'
import { useState } from 'react'
import { groupWords, OpenBadge } from '#features/catalogue/catalogue/admin-labels.tsx'
import { CatalogueCard, CategoryFilter, EditButton, Named } from '#features/catalogue/catalogue/admin-parts.tsx'
import { BrandGroupDialog } from '#features/catalogue/catalogue/brand-group-dialog.tsx'
import { brandGroupList } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'

/** Brands of one category that belong together. */
export function BrandGroupAdminList({ at }: { at: ListAddress<typeof catalogueAdminCalls.brandGroups> }) {
  const list = useList(brandGroupList, at)
  const [edited, setEdited] = useState<BrandGroupRow | 'new'>()
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah BrandGroup
    </Button>
  )
  return (
    <>
      <div className={classes.top}>{addButton}</div>
      <DataTable
        list={list}
        label="Daftar BrandGroup"
        columns={columnsWith(setEdited)}
        card={(row) => <GroupCard row={row} />}
        opens={{ label: (row) => `BrandGroup ${row.name}`, open: setEdited }}
        searchFor="Cari nama BrandGroup"
        filters={<CategoryFilter value={list.filters.categoryid} onChoose={(categoryid) => list.filter({ categoryid })} />}
        nothing={{ icon: IconTagsOff, title: 'Belum ada BrandGroup', hint: 'Brand yang sejenis dikumpulkan di sini.', action: addButton }}
        noMatch={{ title: 'Tidak ada BrandGroup yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {edited && <BrandGroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const columnsWith = (edit: (row: BrandGroupRow) => void): Column<BrandGroupRow>[] => [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  { key: 'name', title: 'BrandGroup', width: 220, sortable: true, cell: (row) => <Named name={row.name} picture={row.logo} /> },
  { key: 'categoryname', title: 'Kategori', width: 160, sortable: true, cell: (row) => row.categoryname },
  { key: 'brands', title: 'Brand', width: 80, numeric: true, cell: (row) => dotted(row.brands) },
  { key: 'status', title: 'Status', width: 130, sortable: true, cell: (row) => <OpenBadge open={row.status} words={groupWords} /> },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, from: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.name} onEdit={() => edit(row)} /> },
]

const GroupCard = ({ row }: { row: BrandGroupRow }) => (
  <CatalogueCard
    name={row.name}
    picture={row.logo}
    notes={[`${row.categoryname} · ${dotted(row.brands)} brand`]}
    state={<OpenBadge open={row.status} words={groupWords} />}
  />
)
