import type { BrandRow, catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { prefixDigits } from '@lapak/contract/market-data/targets'
import type { OperatorRow } from '@lapak/contract/market-data/targets.admin'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { ActionIcon, Button, Modal, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconDeviceMobile, IconPencil, IconPlus, IconTagOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActiveBadge, statusChoices } from '#features/catalogue/catalogue/admin-labels.tsx'
import { CatalogueCard, CategoryFilter, EditButton, NameWithPicture } from '#features/catalogue/catalogue/admin-parts.tsx'
import { BrandDialog } from '#features/catalogue/catalogue/brand-dialog.tsx'
import { brandAdminList } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import { operatorsQuery, useSaveOperator } from '#features/catalogue/catalogue/operators.admin.api.ts'
import { useEmptyHint } from '#features/catalogue/catalogue/starter-catalogue.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Brands, and the operators of mobile numbers. */
export function BrandAdminList({ searchParams }: { searchParams: ListSearchParams<typeof catalogueAdminCalls.brands> }) {
  const list = useList(brandAdminList, searchParams)
  const [edited, setEdited] = useState<BrandRow | 'new'>()
  const [prefixes, setPrefixes] = useState(false)
  const addButton = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      Tambah brand
    </Button>
  )
  const emptyHint = useEmptyHint('category', 'Produk selalu milik satu brand.', addButton)
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
        rowLink={{ label: (row) => `Brand ${row.brandname}`, open: setEdited }}
        searchPlaceholder="Cari nama brand"
        filters={
          <>
            <CategoryFilter value={list.filters.categoryid} onChoose={(categoryid) => list.setFilters({ categoryid })} />
            <ChoiceFilter
              label="Status"
              value={list.filters.status}
              choices={[allChoice('status'), ...statusChoices]}
              onChoose={(status) => list.setFilters({ status })}
            />
          </>
        }
        emptyState={{ icon: IconTagOff, title: 'Belum ada brand', ...emptyHint }}
        noResultsState={{ title: 'Tidak ada brand yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {edited && <BrandDialog brand={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {prefixes && <OperatorsDialog onClose={() => setPrefixes(false)} />}
    </>
  )
}

const columnsWith = (edit: (row: BrandRow) => void): Column<BrandRow>[] => [
  { key: 'id', title: 'ID', width: 70, sortable: true, cell: (row) => row.id.toString() },
  {
    key: 'brandname',
    title: 'Brand',
    width: 200,
    sortable: true,
    cell: (row) => <NameWithPicture name={row.brandname} picture={row.brandlogo} />,
  },
  { key: 'categoryname', title: 'Kategori', width: 130, sortable: true, cell: (row) => row.categoryname },
  { key: 'groupname', title: 'BrandGroup', width: 130, cell: (row) => row.groupname },
  { key: 'operator', title: 'Operator', width: 100, visibleFrom: 'md', cell: (row) => row.operator },
  { key: 'products', title: 'Produk', width: 80, numeric: true, cell: (row) => dotted(row.products) },
  { key: 'status', title: 'Status', width: 120, sortable: true, cell: (row) => <ActiveBadge open={row.status} /> },
  { key: 'updateat', title: 'Diperbarui', width: 110, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.updateat) },
  { key: 'actions', title: 'Ubah', width: 64, cell: (row) => <EditButton name={row.brandname} onEdit={() => edit(row)} /> },
]

const BrandCard = ({ row }: { row: BrandRow }) => (
  <CatalogueCard
    name={row.brandname}
    picture={row.brandlogo}
    notes={[[row.categoryname, row.groupname, row.operator].filter(Boolean).join(' · '), `${dotted(row.products)} produk`]}
    state={<ActiveBadge open={row.status} />}
  />
)

// — Operators dialog

/** Operators of mobile numbers, each with its number prefixes. */
function OperatorsDialog({ onClose }: { onClose: () => void }) {
  useRestoreFocus()
  const [edited, setEdited] = useState<OperatorRow | 'new'>()
  if (edited) return <OperatorDialog operator={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
  return (
    <Modal opened onClose={onClose} title="Prefix operator" size={560}>
      <Operators onEdit={setEdited} />
    </Modal>
  )
}

function Operators({ onEdit }: { onEdit: (operator: OperatorRow | 'new') => void }) {
  const { data, error, refetch } = useQuery(operatorsQuery)
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <Stack gap="md">
      <Text size="sm">
        Nomor yang bukan milik operator brand-nya ditolak sebelum dikirim. Prefix terpanjang yang menentukan: 085154 milik by.U walau 0851
        milik Telkomsel.
      </Text>
      <RowList aria-label="Operator">
        {data.map((operator) => (
          <Row
            key={operator.code}
            actions={
              <ActionIcon aria-label={`Ubah ${operator.name}`} onClick={() => onEdit(operator)}>
                <IconPencil size={18} />
              </ActionIcon>
            }
          >
            <Text size="sm" fw={600}>
              {operator.name}
            </Text>
            <Text size="sm">{operator.prefixes.join(', ')}</Text>
            <RowFacts>
              <span>{operator.code}</span>
              <span>{operator.brands} brand</span>
            </RowFacts>
          </Row>
        ))}
      </RowList>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => onEdit('new')} style={{ alignSelf: 'flex-start' }}>
        Tambah operator
      </Button>
    </Stack>
  )
}

const prefixesIn = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)
const isPrefix = new RegExp(`^08\\d{${prefixDigits.min - 2},${prefixDigits.max - 2}}$`)

function wrongPrefixes(typed: string): string | null {
  const prefixes = prefixesIn(typed)
  if (prefixes.length === 0) return 'Isi paling sedikit satu prefix'
  const wrong = prefixes.find((prefix) => !isPrefix.test(prefix))
  return wrong === undefined ? null : `${wrong}: prefix diawali 08, ${prefixDigits.min} sampai ${prefixDigits.max} angka`
}

function OperatorDialog({ operator, onClose }: { operator: OperatorRow | undefined; onClose: () => void }) {
  const save = useSaveOperator(operator)
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { code: operator?.code ?? '', name: operator?.name ?? '', prefixes: operator?.prefixes.join(', ') ?? '' },
    validate: {
      code: (code) => (/^[A-Za-z0-9]{2,10}$/.test(code.trim()) ? null : 'Kode operator 2 sampai 10 huruf atau angka'),
      name: (name) => (name.trim() === '' ? 'Nama operator wajib diisi' : null),
      prefixes: wrongPrefixes,
    },
    send: async ({ code, name, prefixes }) => {
      await save.mutateAsync({ code, name, prefixes: prefixesIn(prefixes) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={operator ? `Prefix ${operator.name}` : 'Tambah operator'}
      size={560}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !save.isSuccess, question: 'Operator ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Simpan"
      cancelLabel="Kembali"
      canSubmit={form.isDirty()}
      onClose={onClose}
    >
      {!operator && <TextInput label="Kode" description="Tidak bisa diubah nanti" size="md" maxLength={10} {...field('code')} />}
      <TextInput label="Nama" size="md" maxLength={40} {...field('name')} />
      <Textarea
        label="Prefix"
        description={`${prefixDigits.min} sampai ${prefixDigits.max} angka, dipisah koma atau spasi`}
        size="md"
        autosize
        minRows={3}
        {...field('prefixes')}
      />
    </FormDialog>
  )
}
