import { isMeter } from '@lapak/contract/market-data/targets'
import { rupiahText } from '@lapak/contract/shared/money'
import type { RefusalMsg } from '@lapak/contract/shared/refusals'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import { BuyNotification } from '#features/ordering/purchases/buying/buy-notification.tsx'
import type { OrderDraft } from '#features/ordering/purchases/buying/buy-order.ts'
import { toWireId } from '#features/ordering/purchases/buying/buy-order.ts'
import { ProductHead } from '#features/ordering/purchases/buying/buy-product-head.tsx'
import { BackButton, RefusalNotice } from '#features/ordering/purchases/buying/buy-refusal-notice.tsx'
import { customerQuery } from '#features/ordering/purchases/purchases.api.ts'
import { asSentence } from '#lib/sentence.ts'
import { targetFormatWarning } from '#lib/targets.ts'
import { DelayedConfirmButton } from '#ui/delayed-confirm-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { PinField, pinError } from '#ui/pin-field.tsx'

interface ConfirmProps {
  flow: BuyFlow
  order: OrderDraft
  balance: bigint | undefined
}

/** Kinds of refusals after which the buyer can send the same order again in this step. */
const payable = new Set(['pin', 'price'])

/** The only confirmation before the order is sent: it shows target and price. */
export function ConfirmStep({ flow, order, balance }: ConfirmProps) {
  const { refusal, sending } = flow
  // Not compared with the balance after sending, because the price of the sent order may already be deducted from the shown balance.
  const before = sending || order.unanswered ? undefined : balance
  const lacking = before !== undefined && before < order.price ? order.price - before : null
  const canPay = order.unanswered || !refusal || payable.has(refusal.kind)
  return (
    <Stack gap="md" className={classes.confirm}>
      <ProductHead product={order.product} target={order.target} />
      <OddTarget order={order} />
      <Facts facts={[...customerFacts(order), ...billFacts(order), ...priceFacts(order, before)]} />
      {!sending && <RefusalNotice key={`${order.unanswered} ${refusal?.kind}`} flow={flow} order={order} />}
      {canPay && lacking !== null && <LackingNotice flow={flow} lacking={lacking} />}
      {canPay && lacking === null && <Pay key={`${order.reffclient} ${order.price} ${order.unanswered}`} flow={flow} order={order} />}
    </Stack>
  )
}

/** Warns about a target with an unusual format, because an order for a wrong target costs money. */
function OddTarget({ order: { product, target } }: { order: OrderDraft }) {
  const odd = targetFormatWarning(target, product.targetkind)
  return (
    odd && (
      <Alert color="orange" icon={<IconAlertTriangle size={20} />} title="Periksa nomor tujuan">
        {odd}. Nomor ini: {target} ({target.length} karakter).
      </Alert>
    )
  )
}

/** Tells the buyer that the balance is too low, before the button is pressed; disappears when the balance is sufficient. */
const LackingNotice = ({ flow, lacking }: { flow: BuyFlow; lacking: bigint }) => (
  <BuyNotification
    colour="red"
    icon={<IconWallet size={20} />}
    title={'Saldo tidak cukup' satisfies RefusalMsg<'balance.too_low'>}
    text={`Saldo kurang ${rupiahText(lacking)} untuk pesanan ini.`}
  >
    <TopUpLink missing={lacking} />
    <BackButton flow={flow} />
  </BuyNotification>
)

/** A link to the page of top-ups. It leaves without a confirmation, because the order cannot be sent in this state anyway. */
const TopUpLink = ({ missing }: { missing: bigint }) => (
  <Button
    color="orange"
    leftSection={<IconWallet size={18} aria-hidden />}
    renderRoot={(props) => <Link to="/tambahsaldo" search={{ jumlah: missing.toString() }} ignoreBlocker {...props} />}
  >
    Topup {rupiahText(missing)}
  </Button>
)

function Pay({ flow, order }: Omit<ConfirmProps, 'balance'>) {
  const [pressed, setPressed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { pin, refusal } = flow
  const wrong = pin === null ? null : pinError(pin)
  const first = pin === null && !refusal && !order.unanswered
  useEffect(() => {
    if (refusal?.kind === 'pin') field.current?.focus()
  }, [refusal])
  return (
    <form
      noValidate
      className={classes.payForm}
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(wrong !== null)
        if (wrong) field.current?.focus()
        else flow.send(order)
      }}
    >
      <Stack gap="md">
        {pin !== null && (
          <PinField ref={field} pin={pin} error={pinRefusal(flow, order) ?? (pressed ? wrong : null)} onType={flow.typePin} />
        )}
        <div className={classes.pay}>
          <DelayedConfirmButton
            type="submit"
            size="lg"
            fullWidth
            autoFocus={first}
            data-autofocus={first || undefined}
            loading={flow.sending}
          >
            {order.unanswered ? 'Kirim ulang' : `Bayar ${rupiahText(order.price)}`}
          </DelayedConfirmButton>
        </div>
      </Stack>
    </form>
  )
}

function pinRefusal({ refusal }: BuyFlow, { unanswered }: OrderDraft): string | null {
  if (refusal?.kind !== 'pin') return null
  return unanswered ? refusal.message : `${asSentence(refusal.message)} Saldo tidak berubah.`
}

/**
 * The row with the customer name of the target. Only for target kinds that have one; a bill already contains the name, and mobile numbers have no
 * customer name.
 */
const customerFacts = ({ product, target, bill }: OrderDraft) =>
  bill === null && (product.targetkind === 'digits' || (product.targetkind === 'meter' && isMeter(target)))
    ? [{ label: 'Nama pelanggan', value: <CustomerName product={product} target={target} /> }]
    : []

function billFacts({ bill }: OrderDraft) {
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

function priceFacts({ product, amount, bill, price }: OrderDraft, balance: bigint | undefined) {
  return [
    // Hidden for an order through the buying list, which has no fixed seller.
    { label: 'Suplier', value: product.productmemberid === undefined ? null : product.sellername },
    { label: 'Nominal', value: amount === null ? null : <Rupiah of={amount} /> },
    { label: bill ? 'Diambil dari saldo' : 'Harga', value: <Rupiah of={price} strong /> },
    { label: 'Saldo setelahnya', value: balance !== undefined && balance >= price ? <Rupiah of={balance - price} /> : null },
  ]
}

// — Buy customer name

/**
 * Shown so that the buyer can compare the name before paying. The order does not wait for the name: some sellers do not provide it, and some are
 * slow.
 */
function CustomerName({ product: { productcode, productmemberid }, target }: Pick<OrderDraft, 'product' | 'target'>) {
  const { data, isPending } = useQuery(customerQuery({ productcode, target, productmemberid: toWireId(productmemberid) }))
  return (
    <span role="status" aria-busy={isPending}>
      {isPending ? <Asking /> : data?.name ? <b>{data.name}</b> : <Unknown />}
    </span>
  )
}

const Asking = () => (
  <>
    <Skeleton component="span" display="inline-block" height={14} width={140} />
    <VisuallyHidden component="span">Menanyakan nama ke suplier</VisuallyHidden>
  </>
)

const Unknown = () => (
  <Text span inherit c="dimmed">
    nama tidak diketahui
  </Text>
)
