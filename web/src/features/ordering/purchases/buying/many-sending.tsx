import { rupiahText } from '@lapak/contract/shared/money'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconWallet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import { isUnfinished, type StoredLine, type StoredLineState } from '#features/ordering/purchases/buying/many-stored.ts'
import type { ManyOrders } from '#features/ordering/purchases/buying/use-many-orders.ts'
import { PurchaseStatus } from '#features/ordering/purchases/list/purchase-status.tsx'
import { asSentence } from '#lib/sentence.ts'
import { groupInFours } from '#lib/targets.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { DelayedConfirmButton } from '#ui/delayed-confirm-button.tsx'
import { Rupiah } from '#ui/money.tsx'
import { PinField, pinError } from '#ui/pin-field.tsx'
import { Table } from '#ui/table.tsx'

interface SendingProps {
  flow: BuyFlow
  many: ManyOrders
  balance: bigint | undefined
  /** Whether another pasted list is waiting until this list is completed. */
  waits: boolean
  /** Called to put the refused lines back into the text of the list. */
  onMend: (text: string) => void
}

/** The list of orders: one confirmation with the total, then the result of each line. */
export function ManySending({ flow, many, balance, waits, onMend }: SendingProps) {
  const { lines, running, begun, halted } = many
  const [pressed, setPressed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const left = lines.filter(isUnfinished)
  const isNew = left.every(({ state }) => state.name === 'ready')
  const sum = left.reduce((money, { order }) => money + order.price, 0n)
  const { pin } = flow
  const wrong = pin === null ? null : pinError(pin)
  // The total is not compared with the balance if the list has unanswered orders, because their prices may already be deducted from the shown
  // balance.
  const lacking = !running && isNew && balance !== undefined && balance < sum ? sum - balance : null
  const isAskedPin = halted?.why === 'pin'
  const { askPin } = flow
  useEffect(() => {
    if (!isAskedPin) return
    askPin()
    field.current?.focus()
  }, [isAskedPin, askPin])

  function pay(chosen: StoredLine[], act: ManyOrders['run'] = many.run) {
    setPressed(wrong !== null)
    if (wrong) field.current?.focus()
    else void act(chosen, pin ?? '')
  }
  const payOnceMore = (line: StoredLine) => pay([line], ([one], typed) => (one ? many.onceMore(one, typed) : Promise.resolve()))
  const isDone = left.length === 0 && !running
  const hasDouble = lines.some(({ state }) => state.name === 'double')

  return (
    <Stack gap="md" className={classes.confirm}>
      {waits && !isDone && (
        <Alert color="blue">Daftar ini dimulai lebih dulu dan belum selesai. Yang baru ditempel menunggu di belakangnya.</Alert>
      )}
      <Progress lines={lines} begun={begun} />
      <ManyTable lines={lines} onOnceMore={running ? null : payOnceMore} />
      <Stack gap="sm" className={classes.manyEnd}>
        {halted && (
          <Alert color="red" icon={<IconAlertCircle size={20} />} title="Pengiriman berhenti" role="alert">
            {asSentence(halted.message)} Yang belum dikirim masih menunggu di sini.
          </Alert>
        )}
        {lacking !== null && <Lacking missing={lacking} />}
        {isDone && hasDouble && pin !== null && <PinField ref={field} pin={pin} error={pressed ? wrong : null} onType={flow.typePin} />}
        {left.length > 0 && lacking === null && (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              pay(left)
            }}
          >
            <Stack gap="sm">
              {pin !== null && <PinField ref={field} pin={pin} error={pressed ? wrong : null} onType={flow.typePin} />}
              <DelayedConfirmButton
                key={`${isNew} ${left.length === lines.length}`}
                type="submit"
                size="lg"
                px="xs"
                className={classes.send}
                fullWidth
                loading={running}
                autoFocus={pin === null}
                data-autofocus={pin === null || undefined}
              >
                {isNew ? `Bayar ${left.length} pesanan, ${rupiahText(sum)}` : `Kirim ulang ${left.length} pesanan`}
              </DelayedConfirmButton>
            </Stack>
          </form>
        )}
        {begun && left.length > 0 && !running && <DropRest many={many} left={left} />}
        {isDone && <Done flow={flow} many={many} waits={waits} onMend={onMend} />}
      </Stack>
    </Stack>
  )
}

function Progress({ lines, begun }: { lines: StoredLine[]; begun: boolean }) {
  const count = (...names: StoredLine['state']['name'][]) => lines.filter(({ state }) => names.includes(state.name)).length
  const [taken, refused] = [count('taken'), count('refused', 'double')]
  return (
    <Text size="sm" c="dimmed" role="status">
      {begun
        ? `${taken} dari ${lines.length} pesanan diterima${refused > 0 ? `, ${refused} tidak dipesan` : ''}.`
        : `${lines.length} pesanan siap dikirim satu per satu.`}
    </Text>
  )
}

const Lacking = ({ missing }: { missing: bigint }) => (
  <Alert color="red" icon={<IconWallet size={20} />} title="Saldo tidak cukup" role="alert">
    <Text size="sm">Saldo kurang {rupiahText(missing)} untuk semua pesanan ini.</Text>
    <Button
      mt="sm"
      color="orange"
      renderRoot={(props) => <Link to="/tambahsaldo" search={{ jumlah: missing.toString() }} ignoreBlocker {...props} />}
    >
      Topup {rupiahText(missing)}
    </Button>
  </Alert>
)

/** The button that discards the remaining lines. It warns that unanswered orders may have been accepted. */
function DropRest({ many, left }: { many: ManyOrders; left: StoredLine[] }) {
  const unknown = left.filter(({ state }) => state.name === 'unanswered').length
  const warning = unknown > 0 ? ` ${unknown} di antaranya mungkin sudah diterima; lihat daftar transaksi.` : ''
  const ask = () =>
    openConfirmation({
      question: `Buang ${left.length} baris yang tersisa?${warning}`,
      danger: true,
      defaultButton: 'no',
      onYes: many.clear,
    })
  return (
    <Button variant="subtle" color="red" onClick={ask}>
      Buang sisa daftar
    </Button>
  )
}

function Done({ flow, many, waits, onMend }: Omit<SendingProps, 'balance'>) {
  const refused = many.lines.filter(({ state }) => state.name === 'refused')
  return (
    <Stack gap={8}>
      <Button
        autoFocus
        onClick={() => {
          many.clear()
          if (!waits) flow.startAnew()
        }}
      >
        {waits ? 'Ke daftar berikutnya' : 'Beli lagi'}
      </Button>
      {refused.length > 0 && !waits && (
        <Button
          variant="default"
          onClick={() => {
            onMend(refused.map(({ order }) => `${order.product.productcode} ${order.target}`).join('\n'))
            many.clear()
          }}
        >
          Perbaiki {refused.length} yang tidak dipesan
        </Button>
      )}
    </Stack>
  )
}

/** One row per line: target, product, price and state. */
function ManyTable({ lines, onOnceMore }: { lines: StoredLine[]; onOnceMore: ((line: StoredLine) => void) | null }) {
  return (
    <Table aria-label="Pesanan" className={classes.many}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Pesanan</Table.Th>
          <Table.Th>Keadaan</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.order.reffclient}>
            <Table.Td>
              <div className={classes.manyTarget}>{groupInFours(line.order.target)}</div>
              <span className={classes.quiet}>
                {line.order.product.productcode} · <Rupiah of={line.order.price} />
              </span>
            </Table.Td>
            <Table.Td>
              <State of={line.state} />
              {line.state.name === 'double' && onOnceMore && (
                <DelayedConfirmButton
                  size="xs"
                  mt={4}
                  onClick={() => onOnceMore(line)}
                  aria-label={`Ya, pesan lagi untuk ${line.order.target}`}
                >
                  Ya, pesan lagi
                </DelayedConfirmButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function State({ of: state }: { of: StoredLineState }) {
  if (state.name === 'taken') return <PurchaseStatus of={state.rc} />
  if (state.name === 'sending') return <Loader size={18} color="blue" aria-label="Sedang dikirim" />
  if (state.name === 'ready') return <span className={classes.quiet}>Belum dikirim</span>
  if (state.name === 'unanswered') return <span className={classes.bad}>Belum pasti. {state.message}</span>
  return <span className={classes.bad}>Tidak dipesan. {state.message}</span>
}
