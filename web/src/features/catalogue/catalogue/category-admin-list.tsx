import type { CategoryRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowsSort, IconCategory, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActiveBadge, categoryStatusLabels } from '#features/catalogue/catalogue/admin-labels.tsx'
import { CatalogueCard, EditButton, NameWithPicture } from '#features/catalogue/catalogue/admin-parts.tsx'
import {
  categoryAdminList,
  orderedCategoriesQuery,
  useDeleteCategory,
  useOrderCategories,
  useSaveCategory,
} from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { ActiveSwitch, EditDialog } from '#features/catalogue/catalogue/edit-dialog.tsx'
import { PictureField } from '#features/catalogue/catalogue/picture-field.tsx'
import { StarterButton } from '#features/catalogue/catalogue/starter-catalogue.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { openConfirmation } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { OrderDialog } from '#ui/order-dialog.tsx'
import { EmptyState } from '#ui/states.tsx'

/** All categories, including hidden ones. */
export function CategoryAdminList({ searchParams }: { searchParams: ListSearchParams<typeof catalogueAdminCalls.categories> }) {
  const list = useList(categoryAdminList, searchParams)
  const [edited, setEdited] = useState<CategoryRow | 'new'>()
  const [ordering, setOrdering] = useState(false)
  const isEmpty = list.rows?.length === 0 && list.search === '' && !list.hasActiveFilters
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah kategori
    </Button>
  )
  return (
    <>
      <div className={classes.top}>
        {addButton}
        {!isEmpty && (
          <>
            <Button variant="default" leftSection={<IconArrowsSort size={18} />} onClick={() => setOrdering(true)}>
              Urutkan
            </Button>
            <StarterButton />
          </>
        )}
      </div>
      <DataTable
        list={list}
        label="Daftar kategori"
        columns={columnsWith(setEdited)}
        card={(row) => <CategoryCard row={row} />}
        rowLink={{ label: (row) => `Kategori ${row.name}`, open: setEdited }}
        searchPlaceholder="Cari nama kategori"
        filters={
          <ChoiceFilter
            label="Status"
            value={list.filters.status}
            choices={[
              allChoice('status'),
              { value: '1', label: categoryStatusLabels.open },
              { value: '0', label: categoryStatusLabels.closed },
            ]}
            onChoose={(status) => list.setFilters({ status })}
          />
        }
        emptyState={{
          icon: IconCategory,
          title: 'Belum ada kategori',
          hint: 'Brand dan produk dikelompokkan per kategori. Isi katalog awal, atau tambah sendiri.',
          action: <StarterButton isMain />,
        }}
        noResultsState={{ title: 'Tidak ada kategori yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {edited && <CategoryDialog category={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {ordering && <CategoryOrderDialog onClose={() => setOrdering(false)} />}
    </>
  )
}

const columnsWith = (edit: (row: CategoryRow) => void): Column<CategoryRow>[] => [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  { key: 'name', title: 'Kategori', width: 240, sortable: true, cell: (row) => <NameWithPicture name={row.name} picture={row.image} /> },
  { key: 'brandgroups', title: 'BrandGroup', width: 100, numeric: true, visibleFrom: 'md', cell: (row) => dotted(row.brandgroups) },
  { key: 'brands', title: 'Brand', width: 80, numeric: true, cell: (row) => dotted(row.brands) },
  { key: 'products', title: 'Produk', width: 80, numeric: true, cell: (row) => dotted(row.products) },
  {
    key: 'status',
    title: 'Status',
    width: 140,
    sortable: true,
    cell: (row) => <ActiveBadge open={row.status} words={categoryStatusLabels} />,
  },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.name} onEdit={() => edit(row)} /> },
]

const countsOf = ({ brands, products }: CategoryRow) => `${dotted(brands)} brand · ${dotted(products)} produk`

const CategoryCard = ({ row }: { row: CategoryRow }) => (
  <CatalogueCard
    name={row.name}
    picture={row.image}
    notes={[countsOf(row)]}
    state={<ActiveBadge open={row.status} words={categoryStatusLabels} />}
  />
)

// — Category dialog

interface Values {
  name: string
  image: string
  status: boolean
}

/** The dialog to add or edit a category; `category` is undefined to add a category. */
function CategoryDialog({ category, onClose }: { category: CategoryRow | undefined; onClose: () => void }) {
  const save = useSaveCategory(category)
  const edited = useServerForm<Values, unknown>({
    initialValues: { name: category?.name ?? '', image: category?.image ?? '', status: category?.status ?? true },
    validate: { name: (name) => (name.trim() === '' ? 'Nama kategori wajib diisi' : null) },
    send: async ({ name, image, status }) => {
      await save.mutateAsync({ name, image: image || null, status: status ? 1 : 0 })
      onClose()
    },
    fieldByErrorCode: { upload: 'image' },
  })
  const { form, field, busy } = edited
  const { name, image, status } = form.values
  return (
    <EditDialog
      title={category ? 'Ubah kategori' : 'Tambah kategori'}
      question="Kategori ini belum disimpan. Tutup dan buang isiannya?"
      of={edited}
      isSaved={save.isSuccess}
      secondary={category && hasNothing(category) && <DeleteButton category={category} disabled={busy} onDone={onClose} />}
      onClose={onClose}
    >
      <TextInput label="Nama kategori" size="md" maxLength={100} data-autofocus {...field('name')} />
      <PictureField
        of="gambar"
        name={name}
        address={image}
        error={form.errors.image as string | undefined}
        onChange={(address) => form.setFieldValue('image', address)}
      />
      <Stack gap={4}>
        <ActiveSwitch open={status} words={categoryStatusLabels} onSwitch={(open) => form.setFieldValue('status', open)} />
        <Text size="sm" c="dimmed">
          Kategori yang disembunyikan tidak ada di daftar kategori pembeli dan suplier. Produknya tetap dijual; untuk menghentikannya, tutup
          brand-nya.
          {category && !hasNothing(category) && ' Kategori yang masih berisi tidak bisa dihapus.'}
        </Text>
      </Stack>
    </EditDialog>
  )
}

const hasNothing = ({ brands, brandgroups, products }: CategoryRow) => brands + brandgroups + products === 0

interface DeleteButtonProps {
  category: CategoryRow
  disabled: boolean
  onDone: () => void
}

function DeleteButton({ category, disabled, onDone }: DeleteButtonProps) {
  const deletion = useDeleteCategory(onDone)
  return (
    <Button
      variant="default"
      color="red"
      mr="auto"
      leftSection={<IconTrash size={16} />}
      disabled={disabled}
      loading={deletion.isPending}
      onClick={() =>
        openConfirmation({ question: `Hapus kategori ${category.name}?`, danger: true, onYes: () => deletion.mutate(category) })
      }
    >
      Hapus kategori
    </Button>
  )
}

// — Order dialog

function CategoryOrderDialog({ onClose }: { onClose: () => void }) {
  return (
    <OrderDialog
      what="kategori"
      size={560}
      query={useQuery(orderedCategoriesQuery)}
      order={useOrderCategories(onClose)}
      nameOf={({ name }) => name}
      renderRow={(row) => <OrderedCategory row={row} />}
      empty={<EmptyState icon={IconCategory} title="Belum ada kategori" />}
      onClose={onClose}
    />
  )
}

const OrderedCategory = ({ row }: { row: CategoryRow }) => (
  <span className={classes.words}>
    <b>{row.name}</b>
    <span className={classes.note}>{row.status ? countsOf(row) : `${categoryStatusLabels.closed} · ${countsOf(row)}`}</span>
  </span>
)
