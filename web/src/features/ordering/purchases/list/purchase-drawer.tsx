import { type PurchaseDetail, type PurchaseRow, purchaseState } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconMessageCircle, IconReceiptOff, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FavouriteButton } from '#features/market-data/favourites/favourite-button.tsx'
import classes from '#features/ordering/purchases/list/purchase-drawer.module.css'
import { PurchaseHead, PurchaseSkeleton } from '#features/ordering/purchases/list/purchase-head.tsx'
import { PurchaseTrail } from '#features/ordering/purchases/list/purchase-trail.tsx'
import { ReasonText } from '#features/ordering/purchases/list/reason.tsx'
import { SerialNumber } from '#features/ordering/purchases/list/serial-number.tsx'
import { purchaseDetailQuery, useListedPurchase } from '#features/ordering/purchases/purchases.api.ts'
import { ReceiptButton } from '#features/ordering/purchases/receipt/receipt-button.tsx'
import { ApiError } from '#lib/api-error.ts'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

type Known = PurchaseRow & Partial<PurchaseDetail>

interface PurchaseDrawerProps {
  id: string | undefined
  /** Renders the dispute of the purchase, if the purchase was successful. */
  dispute: (id: string) => ReactNode
  onClose: () => void
}

/** The details of one purchase: next to the list on desktops, above the list on phones. */
export function PurchaseDrawer({ id, ...shown }: PurchaseDrawerProps) {
  const { onClose } = shown
  return (
    <SideDrawer record={id} title={(id) => `Transaksi ${id}`} width={480} onClose={onClose}>
      {(id) => <Purchase id={id} {...shown} />}
    </SideDrawer>
  )
}

/** The row of the list is shown until the details are loaded. Without a network, only the row is shown. */
function Purchase({ id, dispute, onClose }: PurchaseDrawerProps & { id: string }) {
  const { data, error, refetch } = useQuery(purchaseDetailQuery(id))
  const row = useListedPurchase(id)
  const buy = useOpenPurchaseDialog()
  const known: Known | undefined = data ?? row
  const trouble = error && !data && (
    <ErrorState
      title={known ? 'Rincian belum bisa ditampilkan' : 'Transaksi belum bisa ditampilkan'}
      message={error.message}
      onRetry={() => void refetch()}
    />
  )
  if (error instanceof ApiError && error.code === 'not_found.purchase')
    return (
      <EmptyState
        icon={IconReceiptOff}
        title="Transaksi tidak ditemukan"
        hint="Mungkin nomornya salah, atau transaksinya bukan milik akun ini."
        action={<Button onClick={onClose}>Ke daftar transaksi</Button>}
      />
    )
  if (!known) return trouble || <PurchaseSkeleton />
  return (
    <Stack gap="lg">
      <PurchaseHead of={known} />
      <MoneyText of={known} />
      {known.serialnumber && <SerialNumber text={known.serialnumber} parts={known.serialparts ?? null} />}
      {known.transactionrc === purchaseState.success && <ReceiptButton purchase={known} />}
      <Button
        leftSection={<IconRepeat size={18} aria-hidden />}
        onClick={() => buy({ target: known.target, productcode: known.productcode })}
      >
        Beli lagi
      </Button>
      <FavouriteButton kept={known} />
      <Facts facts={factsOf(known)} />
      <Button
        variant="default"
        leftSection={<IconMessageCircle size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/chat" search={{ trx: known.id.toString() }} {...props} />}
      >
        Tanya suplier
      </Button>
      {(known.transactionrc === purchaseState.success || known.refundedat !== null) && dispute(id)}
      {data ? <PurchaseTrail attempts={data.attempts} /> : trouble || <Skeleton height={96} />}
    </Stack>
  )
}

/** A text that states whether money moved. */
function MoneyText({ of: { transactionrc, sellprice, refundedat } }: { of: PurchaseRow }) {
  return (
    <p className={classes.money} data-state={transactionrc}>
      <Rupiah of={sellprice} strong />{' '}
      {transactionrc === purchaseState.pending
        ? 'ditahan dari saldo sampai ada hasil.'
        : transactionrc === purchaseState.success
          ? 'diambil dari saldo.'
          : refundedat
            ? `sempat diambil, lalu dikembalikan ke saldo pada ${wib(refundedat)}.`
            : 'sudah kembali ke saldo.'}
    </p>
  )
}

function factsOf(purchase: Known) {
  return [
    {
      label: 'Reff Client',
      value: purchase.reffclient,
      code: true,
      action: <CopyButton text={purchase.reffclient} label="Salin reff client" />,
    },
    { label: 'Kode produk', value: purchase.productcode, code: true },
    { label: 'Nomor tujuan', value: purchase.target, code: true, action: <CopyButton text={purchase.target} label="Salin nomor tujuan" /> },
    { label: 'Nama pelanggan', value: purchase.customername },
    { label: 'Periode', value: purchase.period },
    { label: 'Nominal', value: money(purchase.amount) },
    { label: 'Dibayar pelanggan', value: money(purchase.customerprice) },
    { label: 'Harga', value: <Rupiah of={purchase.sellprice} strong /> },
    { label: 'Suplier', value: purchase.sellername },
    { label: 'Dibuat', value: wib(purchase.createat) },
    { label: 'Diperbarui', value: wib(purchase.updateat) },
    { label: 'Pesanan ke', value: purchase.counter && purchase.counter > 1 ? String(purchase.counter) : null },
    { label: 'Keterangan', value: purchase.description && <ReasonText words={purchase.description} /> },
  ]
}

const money = (of: bigint | null | undefined) => (of === null || of === undefined ? null : <Rupiah of={of} />)
