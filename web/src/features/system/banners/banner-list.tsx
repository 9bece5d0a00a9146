import type { Banner, bannerCalls } from '@lapak/contract/system/banners'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowsSort, IconPencil, IconPhotoOff, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from '#features/system/banners/banner-list.module.css'
import { BannerState, lastDayText, Thumbnail } from '#features/system/banners/banner-parts.tsx'
import { type BannerFilters, bannerList } from '#features/system/banners/banners.admin.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'

const BannerDialog = lazy(() => import('#features/system/banners/banner-dialog.tsx').then((module) => ({ default: module.BannerDialog })))
const OrderDialog = lazy(() =>
  import('#features/system/banners/banner-order-dialog.tsx').then((module) => ({ default: module.BannerOrderDialog })),
)

/** The banners at the top of the home page, current and future ones. */
export function BannerList({ searchParams }: { searchParams: ListSearchParams<typeof bannerCalls.list> }) {
  const list = useList(bannerList, searchParams)
  const [edited, setEdited] = useState<Banner | 'new'>()
  const [ordering, setOrdering] = useState(false)
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah
    </Button>
  )
  return (
    <>
      <Group gap="xs" mb="sm">
        {addButton}
        <Button variant="default" leftSection={<IconArrowsSort size={18} />} onClick={() => setOrdering(true)}>
          Urutkan
        </Button>
      </Group>
      <DataTable
        list={list}
        label="Daftar banner"
        columns={columnsWith(setEdited)}
        card={(banner) => <BannerCard banner={banner} />}
        rowLink={{ label: ({ caption }) => `Ubah ${caption}`, open: setEdited }}
        searchPlaceholder="Cari judul"
        filters={<StateFilter filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{
          icon: IconPhotoOff,
          title: 'Belum ada banner',
          hint: 'Banner tampil di halaman Lobby semua member.',
          action: addButton,
        }}
        noResultsState={{ title: 'Tidak ada banner yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      <Suspense>
        {edited && <BannerDialog banner={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
        {ordering && <OrderDialog onClose={() => setOrdering(false)} />}
      </Suspense>
    </>
  )
}

const columnsWith = (edit: (banner: Banner) => void): Column<Banner>[] => [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  { key: 'image', title: 'Gambar', width: 140, cell: (row) => <Thumbnail banner={row} /> },
  { key: 'caption', title: 'Judul', width: 220, sortable: true, cell: (row) => row.caption },
  { key: 'expdate', title: 'Berakhir', width: 120, sortable: true, cell: lastDayText },
  { key: 'sortorder', title: 'Urutan', width: 90, sortable: true, numeric: true, cell: (row) => row.sortorder },
  {
    key: 'status',
    title: 'Status',
    width: 130,
    sortable: true,
    cell: (row) => (
      <Group gap={4}>
        <BannerState banner={row} />
      </Group>
    ),
  },
  {
    key: 'actions',
    title: 'Ubah',
    width: 64,
    cell: (row) => (
      <ActionIcon aria-label={`Ubah ${row.caption}`} onClick={() => edit(row)}>
        <IconPencil size={18} />
      </ActionIcon>
    ),
  },
]

const StateFilter = ({ filters, onFilter }: { filters: BannerFilters; onFilter: (change: BannerFilters) => void }) => (
  <ChoiceFilter
    label="Status"
    value={filters.status}
    choices={[allChoice('status'), { value: '1', label: 'Aktif' }, { value: '0', label: 'Non Aktif' }]}
    onChoose={(status) => onFilter({ status })}
  />
)

/** A row on a phone. */
const BannerCard = ({ banner }: { banner: Banner }) => (
  <span className={classes.card}>
    <Thumbnail banner={banner} />
    <span className={classes.words}>
      <b>{banner.caption}</b>
      <span className={classes.note}>
        #{banner.id.toString()} · urutan {banner.sortorder} · {lastDayText(banner)}
      </span>
      <Group gap={4}>
        <BannerState banner={banner} />
      </Group>
    </span>
  </span>
)
