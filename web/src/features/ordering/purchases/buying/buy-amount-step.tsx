import { rupiahMax, rupiahText } from '@lapak/contract/shared/money'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import type { ProductToBuy } from '#features/ordering/purchases/buying/buy-order.ts'
import { ProductHead } from '#features/ordering/purchases/buying/buy-product-head.tsx'
import { asSentence } from '#lib/sentence.ts'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { RupiahField, rupiahError } from '#ui/rupiah-field.tsx'

const usualAmounts = [10_000n, 20_000n, 25_000n, 50_000n, 100_000n, 200_000n, 500_000n]

/** The step for open denominations, in which the buyer enters the amount. */
export function AmountStep({ flow, product, chosen }: { flow: BuyFlow; product: ProductToBuy; chosen: bigint | null }) {
  const [amount, setAmount] = useState<bigint | null | undefined>(chosen)
  const [pressed, setPressed] = useState(false)
  const step = product.denom > 0n ? product.denom : 1n
  const wrong =
    rupiahError(amount) ?? (!amount ? 'Nominal wajib diisi' : amount % step !== 0n ? `Nominal harus kelipatan ${rupiahText(step)}` : null)
  const refused =
    flow.refusal?.kind === 'field' && flow.refusal.field === 'amount' ? `${asSentence(flow.refusal.message)} Saldo tidak berubah.` : null

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if (amount && !wrong) flow.chooseAmount(product, amount)
      }}
    >
      <Stack gap="md">
        <ProductHead product={product} target={flow.target} />
        <RupiahField
          label="Nominal"
          description={`${step > 1n ? `Kelipatan ${rupiahText(step)}, paling` : 'Paling'} banyak ${rupiahText(rupiahMax)}`}
          autoFocus
          value={amount}
          onChange={setAmount}
          error={pressed || (amount && wrong) ? wrong : refused}
        />
        <Group gap={8}>
          {usualAmounts
            .filter((usual) => usual % step === 0n)
            .map((usual) => (
              <Button key={usual} size="sm" variant="default" onClick={() => setAmount(usual)}>
                <Rupiah of={usual} />
              </Button>
            ))}
        </Group>
        <div aria-live="polite">
          {amount && !wrong && (
            <Facts
              facts={[
                { label: 'Biaya layanan', value: <Rupiah of={product.price} /> },
                { label: 'Harga', value: <Rupiah of={amount + product.price} strong /> },
              ]}
            />
          )}
        </div>
        <Button type="submit" className={classes.next}>
          Lanjut
        </Button>
      </Stack>
    </form>
  )
}
