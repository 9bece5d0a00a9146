import { purchaseState, type SaleDetail } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Stack } from '@mantine/core'
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
import { saleDetailQuery } from '#features/ordering/purchases/sales/sales.api.ts'
import { SettleDialog } from '#features/ordering/purchases/sales/settle-dialog.tsx'
import { ApiError } from '#lib/api-error.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Everything about one sale, beside the list; over it on a phone. */
export function SaleDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <SideDrawer of={id} title={(id) => `Penjualan ${id}`} width={520} onClose={onClose}>
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

/** What it brings the seller, in words. */
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
