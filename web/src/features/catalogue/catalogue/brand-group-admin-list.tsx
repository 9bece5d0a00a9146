import type { BrandGroupRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTagsOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActiveBadge, groupStatusLabels, noCategories } from '#features/catalogue/catalogue/admin-labels.tsx'
import { CatalogueCard, CategoryFilter, EditButton, NameWithPicture } from '#features/catalogue/catalogue/admin-parts.tsx'
import { allCategoriesQuery, brandGroupAdminList, useSaveBrandGroup } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { ActiveSwitch, EditDialog, helpBelowInput } from '#features/catalogue/catalogue/edit-dialog.tsx'
import { PictureField } from '#features/catalogue/catalogue/picture-field.tsx'
import { useEmptyHint } from '#features/catalogue/catalogue/starter-catalogue.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { FormGrid } from '#ui/form-grid.tsx'

/** Brand groups of one category. */
export function BrandGroupAdminList({ searchParams }: { searchParams: ListSearchParams<typeof catalogueAdminCalls.brandGroups> }) {
  const list = useList(brandGroupAdminList, searchParams)
  const [edited, setEdited] = useState<BrandGroupRow | 'new'>()
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah BrandGroup
    </Button>
  )
  const emptyHint = useEmptyHint('category', 'Brand yang sejenis dikumpulkan di sini.', addButton)
  return (
    <>
      <div className={classes.top}>{addButton}</div>
      <DataTable
        list={list}
        label="Daftar BrandGroup"
        columns={columnsWith(setEdited)}
        card={(row) => <GroupCard row={row} />}
        rowLink={{ label: (row) => `BrandGroup ${row.name}`, open: setEdited }}
        searchPlaceholder="Cari nama BrandGroup"
        filters={<CategoryFilter value={list.filters.categoryid} onChoose={(categoryid) => list.setFilters({ categoryid })} />}
        emptyState={{
          icon: IconTagsOff,
          title: 'Belum ada BrandGroup',
          ...emptyHint,
        }}
        noResultsState={{ title: 'Tidak ada BrandGroup yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {edited && <BrandGroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const columnsWith = (edit: (row: BrandGroupRow) => void): Column<BrandGroupRow>[] => [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  { key: 'name', title: 'BrandGroup', width: 220, sortable: true, cell: (row) => <NameWithPicture name={row.name} picture={row.logo} /> },
  { key: 'categoryname', title: 'Kategori', width: 160, sortable: true, cell: (row) => row.categoryname },
  { key: 'brands', title: 'Brand', width: 80, numeric: true, cell: (row) => dotted(row.brands) },
  {
    key: 'status',
    title: 'Status',
    width: 130,
    sortable: true,
    cell: (row) => <ActiveBadge open={row.status} words={groupStatusLabels} />,
  },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.name} onEdit={() => edit(row)} /> },
]

const GroupCard = ({ row }: { row: BrandGroupRow }) => (
  <CatalogueCard
    name={row.name}
    picture={row.logo}
    notes={[`${row.categoryname} · ${dotted(row.brands)} brand`]}
    state={<ActiveBadge open={row.status} words={groupStatusLabels} />}
  />
)

interface Values {
  name: string
  logo: string
  categoryid: string
  status: boolean
}

/** The dialog to add or edit a brand group; `group` is undefined to add a group. */
function BrandGroupDialog({ group, onClose }: { group: BrandGroupRow | undefined; onClose: () => void }) {
  const save = useSaveBrandGroup(group)
  const edited = useServerForm<Values, unknown>({
    initialValues: {
      ...{
        name: group?.name ?? '',
        logo: group?.logo ?? '',
        categoryid: group?.categoryid.toString() ?? '',
        status: group?.status ?? true,
      },
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Nama BrandGroup wajib diisi' : null),
      categoryid: (category) => (category === '' ? 'Pilih kategori' : null),
    },
    send: async ({ name, logo, categoryid, status }) => {
      await save.mutateAsync({ name, logo: logo || null, categoryid: Number(categoryid), status: status ? 1 : 0 })
      onClose()
    },
    fieldByErrorCode: { upload: 'logo' },
  })
  const { form, field } = edited
  const { name, logo, status } = form.values
  const { data: categories = [], isSuccess } = useQuery(allCategoriesQuery)
  return (
    <EditDialog
      title={group ? 'Ubah BrandGroup' : 'Tambah BrandGroup'}
      question="BrandGroup ini belum disimpan. Tutup dan buang isiannya?"
      of={edited}
      isSaved={save.isSuccess}
      onClose={onClose}
    >
      <FormGrid>
        <TextInput label="Nama BrandGroup" size="md" maxLength={100} data-autofocus {...field('name')} />
        <NativeSelect
          label="Kategori"
          {...helpBelowInput}
          description={isSuccess && categories.length === 0 ? noCategories : undefined}
          size="md"
          data={[{ value: '', label: 'Pilih kategori' }, ...categories.map((one) => ({ value: one.id.toString(), label: one.name }))]}
          {...field('categoryid')}
        />
      </FormGrid>
      <PictureField
        of="logo"
        name={name}
        address={logo}
        error={form.errors.logo as string | undefined}
        onChange={(address) => form.setFieldValue('logo', address)}
      />
      <ActiveSwitch open={status} words={groupStatusLabels} onSwitch={(open) => form.setFieldValue('status', open)} />
    </EditDialog>
  )
}
