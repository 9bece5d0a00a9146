import { purchaseState, type SaleDetail } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconGavel, IconMessageCircle, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExchangeList } from '#features/ordering/purchases/list/exchange-list.tsx'
import classes from '#features/ordering/purchases/list/purchase-drawer.module.css'
import { PurchaseHead, PurchaseSkeleton } from '#features/ordering/purchases/list/purchase-head.tsx'
import { PurchaseTrail } from '#features/ordering/purchases/list/purchase-trail.tsx'
import { ReasonText } from '#features/ordering/purchases/list/reason.tsx'
import { SerialNumber } from '#features/ordering/purchases/list/serial-number.tsx'
import { saleDetailQuery, useSettleSale } from '#features/ordering/purchases/sales/sales.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** The details of one sale: next to the list on desktops, above the list on phones. */
export function SaleDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <SideDrawer record={id} title={(id) => `Penjualan ${id}`} width={520} onClose={onClose}>
      {(id) => <Sale id={id} onClose={onClose} />}
    </SideDrawer>
  )
}

function Sale({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: sale, error, refetch } = useQuery(saleDetailQuery(id))
  const [settling, setSettling] = useState(false)
  if (error instanceof ApiError && error.code === 'not_found.purchase')
    return (
      <EmptyState
        icon={IconReceiptOff}
        title="Penjualan tidak ditemukan"
        hint="Mungkin nomornya salah, atau pesanannya sudah dilayani suplier lain."
        action={<Button onClick={onClose}>Ke daftar penjualan</Button>}
      />
    )
  if (!sale)
    return error ? (
      <ErrorState title="Penjualan belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <PurchaseSkeleton />
    )
  return (
    <Stack gap="lg">
      <PurchaseHead of={sale} />
      <MoneyText of={sale} />
      {sale.serialnumber && <SerialNumber text={sale.serialnumber} parts={sale.serialparts} />}
      {sale.transactionrc === purchaseState.pending && (
        <Button variant="default" leftSection={<IconGavel size={18} aria-hidden />} onClick={() => setSettling(true)}>
          Selesaikan sendiri
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconMessageCircle size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/chat" search={{ trx: sale.id.toString() }} {...props} />}
      >
        Chat pembeli
      </Button>
      <Facts facts={factsOf(sale)} />
      <PurchaseTrail attempts={sale.attempts} />
      <ExchangeList exchanges={sale.exchanges} />
      {settling && <SettleDialog sale={sale} onClose={() => setSettling(false)} />}
    </Stack>
  )
}

/** A text that states what the seller earns. */
function MoneyText({ of: { transactionrc, sellprice, fee, earned, recovered, debt, refundedat } }: { of: SaleDetail }) {
  return (
    <p className={classes.money} data-state={transactionrc}>
      {transactionrc === purchaseState.pending ? (
        <>
          Bila sukses: <Rupiah of={sellprice - fee} strong />{' '}
          {debt === 0n ? (
            'masuk ke saldo Anda.'
          ) : (
            <>
              hasil Anda, dipakai dulu untuk hutang Anda (<Rupiah of={debt} />
              ).
            </>
          )}
        </>
      ) : transactionrc === purchaseState.success ? (
        <>
          <Rupiah of={(earned ?? 0n) - recovered} strong /> masuk ke saldo Anda
          {recovered > 0n && (
            <>
              , <Rupiah of={recovered} /> dipotong untuk hutang Anda
            </>
          )}
          .
        </>
      ) : refundedat ? (
        <>Dikembalikan ke pembeli pada {wib(refundedat)}.</>
      ) : (
        <>Gagal, tidak ada uang yang berpindah.</>
      )}
    </p>
  )
}

const factsOf = (sale: SaleDetail) => [
  { label: 'Reff Client', value: sale.reffclient, code: true, action: <CopyButton text={sale.reffclient} label="Salin reff client" /> },
  { label: 'Kode produk', value: sale.productcode, code: true },
  { label: 'Nomor tujuan', value: sale.target, code: true, action: <CopyButton text={sale.target} label="Salin nomor tujuan" /> },
  { label: 'Nama pelanggan', value: sale.customername },
  { label: 'Periode', value: sale.period },
  { label: 'Nominal', value: sale.amount === null ? null : <Rupiah of={sale.amount} /> },
  { label: 'Dibayar pembeli', value: <Rupiah of={sale.sellprice} strong /> },
  { label: 'Biaya', value: <Rupiah of={sale.fee} /> },
  { label: 'Hasil setelah biaya', value: sale.earned === null ? null : <Rupiah of={sale.earned} /> },
  { label: 'Member', value: sale.membername },
  { label: 'Dibuat', value: wib(sale.createat) },
  { label: 'Diperbarui', value: wib(sale.updateat) },
  { label: 'Keterangan', value: sale.description && <ReasonText words={sale.description} /> },
]

// — Settle dialog

const success = String(purchaseState.success)

interface Settlement {
  status: string
  serialnumber: string
  description: string
}

/**
 * The form with which the seller sets the final state of a pending sale. Nothing is sent before the confirmation, because the final state cannot be
 * reverted.
 */
function SettleDialog({ sale, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const settle = useSettleSale(sale.id.toString())
  const { form, field, formProps, busy, unsent } = useServerForm<Settlement, unknown>({
    initialValues: { status: '', serialnumber: '', description: '' },
    validate: {
      status: (status) => (status ? null : 'Pilih hasilnya'),
      serialnumber: (text, { status }) => (status === success && !text.trim() ? 'Serial number wajib diisi' : null),
      description: (text, { status }) => (status && status !== success && !text.trim() ? 'Tulis alasannya' : null),
    },
    beforeSend: ({ status }) =>
      isConfirmed({
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
    onSuccess: onClose,
  })
  useConfirmLeave(unsent, 'Hasil yang diisi belum dikirim. Tinggalkan?')
  const succeeds = form.values.status === success
  return (
    <FormDialog
      title={`Selesaikan transaksi ${sale.id}`}
      size={420}
      form={{ formProps, busy }}
      submitLabel="Simpan"
      cancelLabel="Tutup"
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
