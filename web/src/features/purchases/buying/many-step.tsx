import { rupiahText } from '@lapak/contract/money'
import { type Orderable, productType } from '@lapak/contract/purchases'
import { Alert, Button, NativeSelect, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertCircle, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from '#features/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/purchases/buying/buy-flow.ts'
import { filledLines, type ListedLine, linesMax, readLines } from '#features/purchases/buying/many-lines.ts'
import { ManyTable } from '#features/purchases/buying/many-table.tsx'
import { type Line, useManyOrders } from '#features/purchases/buying/use-many-orders.ts'
import { orderableQuery } from '#features/purchases/purchases.api.ts'
import { sentence } from '#lib/sentence.ts'
import { PinField, pinError } from '#ui/pin-field.tsx'
import { ErrorState } from '#ui/states.tsx'
import { SureButton } from '#ui/sure-button.tsx'

interface ManyStepProps {
  flow: BuyFlow
  text: string
  balance: bigint | undefined
}

/** One product for many numbers: the list, one confirmation with the sum, and what became of each. */
export function ManyStep({ flow, text: pasted, balance }: ManyStepProps) {
  const offer = useQuery(orderableQuery(''))
  const [text, setText] = useState(pasted)
  const [code, setCode] = useState('')
  const [preparing, setPreparing] = useState(false)
  const many = useManyOrders(flow.onOrdered)
  const products = offer.data?.products.filter(({ producttype }) => producttype === productType.prepaid) ?? []
  const chosen = products.find(({ productcode }) => productcode === code) ?? null
  const listed = readLines(text, offer.data?.products ?? [], chosen)
  const { hold } = flow
  const holding = holdingOf(many.running, many.lines, text)
  useEffect(() => hold(holding), [hold, holding])

  if (offer.error && !offer.data)
    return <ErrorState title="Produk belum bisa ditampilkan" message={offer.error.message} onRetry={() => void offer.refetch()} />
  if (!offer.data) return <Skeleton height={240} radius={12} />
  if (many.lines.length > 0) return <Sending flow={flow} many={many} balance={balance} />
  const good = listed.filter(({ wrong }) => wrong === null)

  async function next() {
    setPreparing(true)
    await many.prepare(good)
    setPreparing(false)
  }

  return (
    <Stack gap="md">
      <Textarea
        label="Daftar nomor"
        description={`Satu per baris, paling banyak ${linesMax}. Boleh dengan kode: S10 0812…`}
        autoFocus
        data-autofocus
        minRows={4}
        maxRows={8}
        autosize
        inputMode="text"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={filledLines(text).length > linesMax ? `Hanya ${linesMax} baris pertama yang dibaca` : null}
      />
      <ProductChoice products={products} code={code} onChoose={setCode} />
      <Wrong listed={listed} />
      <Button disabled={good.length === 0} loading={preparing} onClick={() => void next()}>
        {good.length === 0 ? 'Lanjut' : `Lanjut dengan ${good.length} pesanan`}
      </Button>
    </Stack>
  )
}

function holdingOf(running: boolean, lines: Line[], text: string): 'sent' | 'unknown' | 'unsent' | null {
  if (running) return 'sent'
  if (lines.some(({ state }) => state.name === 'unanswered')) return 'unknown'
  if (lines.length > 0) return lines.some(({ state }) => state.name === 'ready') ? 'unsent' : null
  return text.trim() === '' ? null : 'unsent'
}

function ProductChoice({ products, code, onChoose }: { products: Orderable[]; code: string; onChoose: (code: string) => void }) {
  return (
    <NativeSelect
      label="Produk untuk semua nomor"
      value={code}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[
        { value: '', label: 'Pilih produk' },
        ...products.map(({ productcode, productname, price, state }) => ({
          value: productcode,
          label: `${productcode} · ${productname} · ${rupiahText(price)}`,
          disabled: state !== 'open',
        })),
      ]}
    />
  )
}

/** What is left out of what goes on, and why. */
function Wrong({ listed }: { listed: ListedLine[] }) {
  const wrong = listed.filter((line) => line.wrong !== null)
  if (wrong.length === 0) return null
  return (
    <Alert color="orange" icon={<IconAlertCircle size={20} />} title={`${wrong.length} baris tidak ikut`}>
      <ul className={classes.wrong}>
        {wrong.map((line) => (
          <li key={line.nth}>
            Baris {line.nth}, {line.target}: {line.wrong}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Sending({ flow, many, balance }: { flow: BuyFlow; many: ReturnType<typeof useManyOrders>; balance: bigint | undefined }) {
  const { lines, running, halted } = many
  const [pressed, setPressed] = useState(false)
  const left = lines.filter(({ state }) => state.name === 'ready' || state.name === 'unanswered')
  const isNew = left.every(({ state }) => state.name === 'ready')
  const sum = left.reduce((money, { order }) => money + order.price, 0n)
  const { pin } = flow
  const wrong = pin === null ? null : pinError(pin)
  // What has no answer may have been taken from the balance that is shown.
  const lacking = isNew && balance !== undefined && balance < sum ? sum - balance : null
  const isAskedPin = halted?.why === 'pin'
  const { askPin } = flow
  useEffect(() => {
    if (isAskedPin) askPin()
  }, [isAskedPin, askPin])

  function pay(chosen: Line[], act: typeof many.run = many.run) {
    setPressed(wrong !== null)
    if (!wrong) void act(chosen, pin ?? '')
  }

  return (
    <Stack gap="md" className={classes.confirm}>
      <ManyTable
        lines={lines}
        onOnceMore={(line) => pay([line], ([one], typed) => (one ? many.onceMore(one, typed) : Promise.resolve()))}
      />
      {halted && (
        <Alert color="red" icon={<IconAlertCircle size={20} />} title="Pengiriman berhenti" role="alert">
          {sentence(halted.message)} Yang belum dikirim masih menunggu di sini.
        </Alert>
      )}
      {lacking !== null && (
        <Alert color="red" icon={<IconWallet size={20} />} title="Saldo tidak cukup" role="alert">
          <Text size="sm">Saldo kurang {rupiahText(lacking)} untuk semua pesanan ini.</Text>
          <Button
            mt="sm"
            color="orange"
            renderRoot={(props) => <Link to="/tambahsaldo" search={{ jumlah: lacking.toString() }} ignoreBlocker {...props} />}
          >
            Topup {rupiahText(lacking)}
          </Button>
        </Alert>
      )}
      {left.length > 0 && lacking === null && (
        <form
          noValidate
          className={classes.payForm}
          onSubmit={(event) => {
            event.preventDefault()
            pay(left)
          }}
        >
          <Stack gap="md">
            {pin !== null && <PinField pin={pin} error={pressed ? wrong : null} onType={flow.typePin} />}
            <div className={classes.pay}>
              <SureButton key={`${isNew} ${left.length === lines.length}`} type="submit" size="lg" fullWidth loading={running}>
                {isNew ? `Bayar ${left.length} pesanan, ${rupiahText(sum)}` : `Kirim ulang ${left.length} pesanan`}
              </SureButton>
            </div>
          </Stack>
        </form>
      )}
      {left.length === 0 && !running && (
        <Button onClick={flow.startAnew} autoFocus>
          Beli lagi
        </Button>
      )}
    </Stack>
  )
}
