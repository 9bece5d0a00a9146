import { purchaseState, type SaleDetail } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { Group, Radio, Text, TextInput } from '@mantine/core'
import { useSettleSale } from '#features/ordering/purchases/sales/sales.api.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmed } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'

const success = String(purchaseState.success)

interface Settlement {
  status: string
  serialnumber: string
  description: string
}

/** The seller says how a pending sale ended. Nothing is sent before the question is answered: it cannot be taken back. */
export function SettleDialog({ sale, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const settle = useSettleSale(sale.id.toString())
  const { form, field, formProps, busy, unsent } = useServerForm<Settlement, unknown>({
    initialValues: { status: '', serialnumber: '', description: '' },
    validate: {
      status: (status) => (status ? null : 'Pilih hasilnya'),
      serialnumber: (text, { status }) => (status === success && !text.trim() ? 'Serial number wajib diisi' : null),
      description: (text, { status }) => (status && status !== success && !text.trim() ? 'Tulis alasannya' : null),
    },
    before: ({ status }) =>
      confirmed({
        question:
          status === success
            ? `Transaksi ${sale.id} SUKSES? ${rupiahText(sale.sellprice - sale.fee)} ${sale.debt > 0n ? 'menjadi hasil Anda, dipakai dulu untuk hutang Anda.' : 'masuk ke saldo Anda.'}`
            : `Transaksi ${sale.id} GAGAL? ${rupiahText(sale.sellprice)} kembali ke saldo pembeli.`,
        danger: status !== success,
      }),
    send: ({ status, serialnumber, description }) =>
      settle.mutateAsync({
        status: status === success ? purchaseState.success : purchaseState.failed,
        serialnumber: status === success ? serialnumber.trim() : undefined,
        description: description.trim() || undefined,
      }),
    onSent: onClose,
  })
  useAskBeforeLeaving(unsent, 'Hasil yang diisi belum dikirim. Tinggalkan?')
  const succeeds = form.values.status === success
  return (
    <FormDialog
      title={`Selesaikan transaksi ${sale.id}`}
      size={420}
      of={{ formProps, busy }}
      does="Simpan"
      closes="Tutup"
      danger={form.values.status !== '' && !succeeds}
      onClose={onClose}
    >
      <Text size="sm">
        Hanya bila server Anda tidak menjawab sendiri. Periksa dulu hasilnya di server Anda: yang diputuskan di sini tidak dapat diubah
        lagi.
      </Text>
      <Radio.Group label="Hasil" {...field('status')}>
        <Group mt={4}>
          <Radio value={success} label="SUKSES" />
          <Radio value={String(purchaseState.failed)} label="GAGAL" />
        </Group>
      </Radio.Group>
      {succeeds && <TextInput label="Serial number" maxLength={200} autoComplete="off" {...field('serialnumber')} />}
      <TextInput label={succeeds ? 'Keterangan (boleh kosong)' : 'Alasan'} maxLength={300} autoComplete="off" {...field('description')} />
    </FormDialog>
  )
}
