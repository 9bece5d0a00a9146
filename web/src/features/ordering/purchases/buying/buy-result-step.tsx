import { type PurchaseDetail, purchaseState } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { FavouriteButton } from '#features/market-data/favourites/favourite-button.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { OrderDraft } from '#features/ordering/purchases/buying/buy-order.ts'
import { ProductHead } from '#features/ordering/purchases/buying/buy-product-head.tsx'
import { SerialNumber } from '#features/ordering/purchases/list/serial-number.tsx'
import { purchaseDetailQuery } from '#features/ordering/purchases/purchases.api.ts'
import { ReceiptButton } from '#features/ordering/purchases/receipt/receipt-button.tsx'
import { asSentence } from '#lib/sentence.ts'
import { DelayedConfirmButton } from '#ui/delayed-confirm-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'

interface ResultStepProps {
  id: string
  order: OrderDraft
  onAgain: () => void
  onClose: () => void
}

/** The outcome of the order. It is updated by events, and shown until the buyer closes it. */
export function ResultStep({ id, order, onAgain, onClose }: ResultStepProps) {
  const { data } = useQuery(purchaseDetailQuery(id))
  return (
    <Stack gap="md">
      <div className={classes.outcome} role="status">
        {data ? <Outcome of={data} /> : <Skeleton height={96} />}
      </div>
      <ProductHead product={order.product} target={order.target} />
      {data?.serialnumber && <SerialNumber text={data.serialnumber} parts={data.serialparts} />}
      {data && <Facts facts={factsOf(data)} />}
      {data?.transactionrc === purchaseState.success && <ReceiptButton purchase={data} />}
      {data && data.transactionrc !== purchaseState.failed && <FavouriteButton kept={data} />}
      <Group grow gap={8} className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Tutup
        </Button>
        <DelayedConfirmButton onClick={onAgain} autoFocus>
          Beli lagi
        </DelayedConfirmButton>
      </Group>
    </Stack>
  )
}

function Outcome({ of: { transactionrc, sellprice, description } }: { of: PurchaseDetail }) {
  if (transactionrc === purchaseState.success)
    return (
      <>
        <IconCircleCheckFilled size={56} className={classes.good} aria-hidden />
        <Title order={2}>SUKSES</Title>
        <Text size="sm" c="dimmed">
          <Rupiah of={sellprice} strong /> diambil dari saldo.
        </Text>
      </>
    )
  if (transactionrc === purchaseState.failed)
    return (
      <>
        <IconCircleXFilled size={56} className={classes.bad} aria-hidden />
        <Title order={2}>GAGAL</Title>
        <Text size="sm" c="dimmed">
          {description && `${asSentence(description)} `}
          <Rupiah of={sellprice} strong /> sudah kembali ke saldo.
        </Text>
      </>
    )
  return (
    <>
      <Loader size={48} color="blue" className={classes.wait} />
      <Title order={2}>PENDING</Title>
      <Text size="sm" c="dimmed">
        Sedang diproses suplier. <Rupiah of={sellprice} strong /> ditahan dari saldo. Jendela ini boleh ditutup; pesanan tetap jalan.
      </Text>
    </>
  )
}

function factsOf(purchase: PurchaseDetail) {
  return [
    { label: 'ID transaksi', value: purchase.id.toString() },
    { label: 'Suplier', value: purchase.sellername },
    { label: 'Waktu', value: wib(purchase.updateat) },
  ]
}
