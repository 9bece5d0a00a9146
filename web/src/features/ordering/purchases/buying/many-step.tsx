import { type Orderable, productType } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { Alert, Button, NativeSelect, Skeleton, Stack, Textarea } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { BuyFlow, UnfinishedList } from '#features/ordering/purchases/buying/buy-flow.ts'
import { linesMax, type ParsedLine, parseLines } from '#features/ordering/purchases/buying/many-lines.ts'
import { ManySending } from '#features/ordering/purchases/buying/many-sending.tsx'
import { nonEmptyLines } from '#features/ordering/purchases/buying/non-empty-lines.ts'
import { type ManyOrders, useManyOrders } from '#features/ordering/purchases/buying/use-many-orders.ts'
import { orderableQuery } from '#features/ordering/purchases/purchases.api.ts'
import { ErrorState } from '#ui/states.tsx'

interface ManyStepProps {
  flow: BuyFlow
  text: string
  balance: bigint | undefined
}

/** One product for many targets: the text of the list, one confirmation with the total, and the result of each line. */
export function ManyStep({ flow, text: pasted, balance }: ManyStepProps) {
  const offer = useQuery(orderableQuery(''))
  const [text, setText] = useState(pasted)
  const [code, setCode] = useState('')
  const [preparing, setPreparing] = useState(false)
  const many = useManyOrders(flow.onOrdered)
  // A list whose sending has begun earlier must be completed first.
  const [waits, setWaits] = useState(many.begun && pasted.trim() !== '')
  useHold(flow, many, text)

  if (many.lines.length > 0) return <ManySending flow={flow} many={many} balance={balance} waits={waits} onMend={setText} />
  if (offer.error && !offer.data)
    return <ErrorState title="Produk belum bisa ditampilkan" message={offer.error.message} onRetry={() => void offer.refetch()} />
  if (!offer.data) return <Skeleton height={240} radius={12} />
  const products = offer.data.products.filter(({ producttype }) => producttype === productType.prepaid)
  const chosen = products.find(({ productcode }) => productcode === code) ?? null
  const listed = parseLines(text, offer.data.products, chosen)
  const good = listed.filter(({ wrong }) => wrong === null)

  async function next() {
    setPreparing(true)
    setWaits(false)
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
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={nonEmptyLines(text).length > linesMax ? `Hanya ${linesMax} baris pertama yang dibaca` : null}
      />
      <ProductChoice products={products} code={code} onChoose={setCode} />
      <Wrong listed={listed} />
      <Button disabled={good.length === 0} loading={preparing} onClick={() => void next()}>
        {good.length === 0 ? 'Lanjut' : `Lanjut dengan ${good.length} pesanan`}
      </Button>
    </Stack>
  )
}

/** Tells the purchase dialog what closing would lose, and makes its back button return from an unsent list to the text of the list. */
function useHold({ hold }: BuyFlow, { running, begun, lines, clear }: ManyOrders, text: string) {
  const held = heldOf(running, begun, lines, text)
  const isShown = lines.length > 0 && !begun
  useEffect(() => hold(held, isShown ? clear : null), [hold, held, isShown, clear])
}

function heldOf(running: boolean, begun: boolean, lines: ManyOrders['lines'], text: string): UnfinishedList {
  if (running) return 'list'
  if (lines.some(({ state }) => state.name === 'unanswered')) return 'unknown'
  // A list whose sending has begun is stored in this browser, so closing the dialog loses nothing.
  if (begun) return null
  return lines.length > 0 || text.trim() !== '' ? 'unsent' : null
}

function ProductChoice({ products, code, onChoose }: { products: Orderable[]; code: string; onChoose: (code: string) => void }) {
  return (
    <NativeSelect
      label="Produk untuk semua nomor"
      description="Baris yang memakai kode sendiri mengikuti kodenya."
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

/** The excluded lines, each with its reason. */
function Wrong({ listed }: { listed: ParsedLine[] }) {
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
