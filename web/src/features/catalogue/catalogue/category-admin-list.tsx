import type { CategoryRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { IconCategory } from '@tabler/icons-react'
import { CatalogueCard, NameWithPicture } from '#features/catalogue/catalogue/admin-parts.tsx'
import { categoryAdminList } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'

/** All categories, read-only (A-CAT-06). */
export const CategoryAdminList = ({ searchParams }: { searchParams: ListSearchParams<typeof catalogueAdminCalls.categories> }) => (
  <DataTable
    list={useList(categoryAdminList, searchParams)}
    label="Daftar kategori"
    columns={columns}
    card={(row) => (
      <CatalogueCard name={row.name} picture={row.image} notes={[`${dotted(row.brands)} brand · ${dotted(row.products)} produk`]} />
    )}
    searchPlaceholder="Cari nama kategori"
    emptyState={{ icon: IconCategory, title: 'Belum ada kategori' }}
    noResultsState={{ title: 'Tidak ada kategori yang cocok', hint: 'Ubah kata kunci.' }}
  />
)

const columns: Column<CategoryRow>[] = [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  { key: 'name', title: 'Kategori', width: 240, sortable: true, cell: (row) => <NameWithPicture name={row.name} picture={row.image} /> },
  { key: 'brands', title: 'Brand', width: 100, numeric: true, cell: (row) => dotted(row.brands) },
  { key: 'products', title: 'Produk', width: 100, numeric: true, cell: (row) => dotted(row.products) },
  { key: 'updateat', title: 'Diperbarui', width: 160, sortable: true, cell: (row) => wib(row.updateat) },
]
