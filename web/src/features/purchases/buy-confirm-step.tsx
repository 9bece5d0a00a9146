import { rupiahText } from '@lapak/contract/money'
import { Button, Stack } from '@mantine/core'
import classes from '#features/purchases/buy-dialog.module.css'
import type { BuyFlow } from '#features/purchases/buy-flow.ts'
import type { Order } from '#features/purchases/buy-order.ts'
import { ProductHead } from '#features/purchases/buy-product-head.tsx'
import { RefusalNotice } from '#features/purchases/buy-refusal-notice.tsx'
import { wib } from '#lib/format.ts'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'

/** The one question before money moves: this number, this price. */
export function ConfirmStep({ flow, order, balance }: { flow: BuyFlow; order: Order; balance: bigint | undefined }) {
  return (
    <Stack gap="md">
      <ProductHead product={order.product} target={order.target} />
      <Facts facts={[...billFacts(order), ...priceFacts(order, balance)]} />
      <RefusalNotice flow={flow} order={order} />
      {!flow.refusal && (
        <Button color="orange" size="lg" fullWidth data-autofocus autoFocus loading={flow.sending} onClick={() => flow.send(order)}>
          Bayar {rupiahText(order.price)}
        </Button>
      )}
    </Stack>
  )
}

function billFacts({ bill }: Order) {
  if (!bill) return []
  return [
    { label: 'Nama', value: bill.customername },
    { label: 'Periode', value: bill.period },
    { label: 'Tagihan', value: <Rupiah of={bill.bill} /> },
    { label: 'Biaya admin', value: <Rupiah of={bill.adminfee} /> },
    { label: 'Dibayar pelanggan', value: <Rupiah of={bill.customerprice} strong /> },
    { label: 'Berlaku sampai', value: wib(bill.expiresat) },
  ]
}

function priceFacts({ amount, bill, price }: Order, balance: bigint | undefined) {
  return [
    { label: 'Nominal', value: amount === null ? null : <Rupiah of={amount} /> },
    { label: bill ? 'Diambil dari saldo' : 'Harga', value: <Rupiah of={price} strong /> },
    {
      label: 'Saldo setelahnya',
      value:
        balance === undefined ? null : balance >= price ? (
          <Rupiah of={balance - price} />
        ) : (
          <span className={classes.short}>Saldo tidak cukup</span>
        ),
    },
  ]
}
