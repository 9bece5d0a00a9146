import { roundingSteps, supplierCodeMax } from '@lapak/contract/selling/offers'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { changesValidation, emptyChanges, hasNoChanges, type TypedChanges, toChangesBody } from '#features/selling/offers/bulk-changes.ts'
import classes from '#features/selling/offers/bulk-dialog.module.css'
import { type BulkBody, type OfferPreview, useChangeManyOffers } from '#features/selling/offers/offers.api.ts'
import { PlanPreview } from '#features/selling/offers/plan-preview.tsx'
import { useConfirmClose } from '#lib/use-confirm-leave.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { FormGrid } from '#ui/form-grid.tsx'

interface BulkProps {
  /** The selected offers, or the filters that find the offers. */
  of: Pick<BulkBody, 'ids' | 'filter' | 'all'>
  count: number
  onClose: () => void
}

/** Applies the same change to many offers. The preview shows the change of each offer; exactly these changes are then made. */
export function BulkDialog({ of, count, onClose }: BulkProps) {
  useRestoreFocus()
  const [preview, setPreview] = useState<OfferPreview>()
  const [page, setPage] = useState(0)
  const [skips, setSkips] = useState(false)
  const sending = useChangeManyOffers()
  const form = useForm<TypedChanges>({
    initialValues: emptyChanges,
    validate: changesValidation,
    onValuesChange: () => {
      setPreview(undefined)
      sending.reset()
    },
  })
  const ask = (more: Pick<BulkBody, 'preview' | 'lewati' | 'page' | 'digest'>) =>
    sending.mutateAsync({ ...of, changes: toChangesBody(form.values), ...more })

  async function look(next: number, lewati: boolean) {
    if (form.validate().hasErrors) return
    const answer = await ask({ preview: true, lewati, page: next }).catch(() => undefined)
    if (!answer) return
    setPreview(answer)
    setPage(next)
    setSkips(lewati)
  }

  const apply = (digest: string) => ask({ preview: false, lewati: skips, page: 0, digest }).then(onClose, () => setPreview(undefined))

  const changes = preview ? preview.changed : 0
  // On a phone the preview is below the visible part of the form, so it is scrolled into view.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (preview) place.current?.scrollIntoView({ block: 'start' })
  }, [preview])
  const isApplied = sending.isSuccess && !sending.variables.preview
  const { close, asking } = useConfirmClose(
    !hasNoChanges(form.values) && !isApplied,
    'Perubahan ini belum diterapkan. Tutup dan buang?',
    onClose,
  )
  return (
    <Modal
      opened
      onClose={() => !sending.isPending && close()}
      title={`Ubah ${dotted(count)} produk`}
      size={720}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <Stack gap="md">
        <ChangeFields form={form} />
        <div ref={place} aria-live="polite" className={classes.place}>
          {sending.error && <Alert color="red">{sending.error.message}</Alert>}
          {preview && <PlanPreview of={preview} page={page} onPage={(next) => void look(next, skips)} />}
          {!preview && !sending.error && (
            <Text size="sm" c="dimmed">
              {sending.isPending ? 'Menghitung perubahan…' : 'Setiap baris diperlihatkan dulu, sebelum dan sesudahnya.'}
            </Text>
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={sending.isPending} onClick={close}>
            Batal
          </Button>
          {preview && preview.refused > 0 && (
            <Button variant="default" loading={sending.isPending} onClick={() => void look(0, true)}>
              Lewati yang ditolak
            </Button>
          )}
          {preview && preview.refused === 0 && changes > 0 ? (
            <Button loading={sending.isPending} onClick={() => void apply(preview.digest)}>
              Terapkan ke {dotted(changes)} produk
            </Button>
          ) : (
            <Button disabled={hasNoChanges(form.values)} loading={sending.isPending} onClick={() => void look(0, false)}>
              Lihat perubahan
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const stays = { value: '', label: 'Tidak diubah' }
const steps = [
  stays,
  { value: 'plus', label: 'Naik sekian rupiah' },
  { value: 'minus', label: 'Turun sekian rupiah' },
  { value: 'plusPercent', label: 'Naik sekian persen' },
  { value: 'minusPercent', label: 'Turun sekian persen' },
]
const choices = {
  price: steps,
  cost: steps,
  checkCode: [stays, { value: 'none', label: 'Hapus kode cek nama' }, { value: 'code', label: 'Isi kode' }],
  roundTo: [
    { value: '', label: 'Tidak dibulatkan' },
    ...roundingSteps.map((step) => ({ value: String(step), label: `Ke ${dotted(step)}` })),
  ],
  roundWay: [
    { value: 'terdekat', label: 'Terdekat' },
    { value: 'naik', label: 'Ke atas' },
    { value: 'turun', label: 'Ke bawah' },
  ],
  promo: [
    stays,
    { value: 'none', label: 'Hapus promo' },
    { value: 'below', label: 'Sekian rupiah di bawah harga jual' },
    { value: 'belowPercent', label: 'Sekian persen di bawah harga jual' },
  ],
  stock: [stays, { value: 'unlimited', label: 'Tanpa batas' }, { value: 'count', label: 'Isi jumlah' }],
  status: [stays, { value: '1', label: 'Buka' }, { value: '0', label: 'Tutup' }],
  disturbed: [stays, { value: '1', label: 'Ya' }, { value: '0', label: 'Tidak' }],
  cutoff: [stays, { value: 'none', label: 'Hapus cut-off' }, { value: 'window', label: 'Isi jam' }],
}

function ChangeFields({ form }: { form: UseFormReturnType<TypedChanges> }) {
  const { values } = form
  const choice = (name: keyof typeof choices, label: string) => (
    <NativeSelect label={label} size="md" data={choices[name]} {...form.getInputProps(name)} />
  )
  const typed = (name: keyof TypedChanges, label: string) => (
    <TextInput label={label} size="md" inputMode="decimal" maxLength={15} autoComplete="off" {...form.getInputProps(name)} />
  )
  return (
    <FormGrid>
      {choice('price', 'Harga jual')}
      {values.price !== '' && typed('priceBy', values.price.endsWith('Percent') ? 'Persen' : 'Rupiah')}
      {choice('roundTo', 'Pembulatan harga jual')}
      {values.roundTo !== '' && choice('roundWay', 'Arah pembulatan')}
      {choice('cost', 'Harga beli')}
      {values.cost !== '' && typed('costBy', values.cost.endsWith('Percent') ? 'Persen harga beli' : 'Rupiah harga beli')}
      {choice('promo', 'Harga promo')}
      {values.promo.startsWith('below') && typed('promoBy', values.promo === 'belowPercent' ? 'Persen promo' : 'Rupiah promo')}
      {choice('stock', 'Stok')}
      {values.stock === 'count' && typed('stockCount', 'Jumlah stok')}
      {choice('status', 'Status')}
      {choice('disturbed', 'Gangguan')}
      {choice('checkCode', 'Kode cek nama')}
      {values.checkCode === 'code' && (
        <TextInput label="Kode" size="md" maxLength={supplierCodeMax} autoComplete="off" {...form.getInputProps('checkCodeTyped')} />
      )}
      {choice('cutoff', 'Cut-off')}
      {values.cutoff === 'window' && (
        <>
          <TextInput label="Jam awal" type="time" size="md" {...form.getInputProps('from')} />
          <TextInput label="Jam akhir" type="time" size="md" {...form.getInputProps('until')} />
        </>
      )}
    </FormGrid>
  )
}
