import { rupiahText } from '@lapak/contract/money'
import { wib } from '@lapak/contract/time-text'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import classes from '#features/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/purchases/buying/buy-flow.ts'
import type { Order } from '#features/purchases/buying/buy-order.ts'
import { ProductHead } from '#features/purchases/buying/buy-product-head.tsx'
import { RefusalNotice } from '#features/purchases/buying/buy-refusal-notice.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { PinField, pinError } from '#ui/pin-field.tsx'

/** The one question before money moves: this number, this price. */
export function ConfirmStep({ flow, order, balance }: { flow: BuyFlow; order: Order; balance: bigint | undefined }) {
  return (
    <Stack gap="md">
      <ProductHead product={order.product} target={order.target} />
      <Facts facts={[...billFacts(order), ...priceFacts(order, balance)]} />
      <RefusalNotice flow={flow} order={order} />
      {(!flow.refusal || flow.refusal.kind === 'pin') && <Pay flow={flow} order={order} />}
    </Stack>
  )
}

function Pay({ flow, order }: { flow: BuyFlow; order: Order }) {
  const [pressed, setPressed] = useState(false)
  const { pin, refusal } = flow
  const wrong = pin === null ? null : pinError(pin)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(wrong !== null)
        if (!wrong) flow.send(order)
      }}
    >
      <Stack gap="md">
        {pin !== null && (
          <PinField pin={pin} error={refusal ? `${refusal.message}. Saldo tidak berubah.` : pressed ? wrong : null} onType={flow.typePin} />
        )}
        <Button type="submit" color="orange" size="lg" fullWidth autoFocus={pin === null} loading={flow.sending}>
          Bayar {rupiahText(order.price)}
        </Button>
      </Stack>
    </form>
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

function priceFacts({ product, amount, bill, price }: Order, balance: bigint | undefined) {
  return [
    // From the list, whoever comes first may deliver.
    { label: 'Suplier', value: product.productmemberid === undefined ? null : product.sellername },
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
