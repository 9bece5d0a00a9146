import { type PaymentMethod, topupFee, uniqueCodeMax } from '@lapak/contract/funds/top-ups'
import { rupiahText } from '@lapak/contract/shared/money'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { openCardPage } from '#features/funds/top-ups/card-page.ts'
import { MethodChoice } from '#features/funds/top-ups/method-choice.tsx'
import { quickAmounts } from '#features/funds/top-ups/top-up-amount.ts'
import classes from '#features/funds/top-ups/top-up-form.module.css'
import { TopUpTerms } from '#features/funds/top-ups/top-up-terms.tsx'
import { createInvoice, createTopUpTicket } from '#features/funds/top-ups/top-ups.api.ts'
import { type TopUpCommand, useTopUpCommand } from '#features/funds/top-ups/use-top-up-command.ts'
import { ApiError } from '#lib/api-error.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { useLoadedOrTimeout } from '#lib/use-loaded-or-timeout.ts'
import { Card } from '#ui/card.tsx'
import { DelayedConfirmButton } from '#ui/delayed-confirm-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'
import { showError, showSuccess } from '#ui/snackbar.ts'

/** Refusals of the server that are shown at the amount field; all other refusals are shown in the snackbar. */
const amountRefusals = {
  'deposit.too_small': 'jumlah',
  'deposit.too_large': 'jumlah',
  'deposit.codes_taken': 'jumlah',
} as const

const refusedAmount = (error: Error | null) => error && fieldErrors(error, ['jumlah'], amountRefusals).jumlah

interface Asked {
  method: PaymentMethod
  amount: bigint
}

/** Requests the ticket. Cards are paid on the provider's own page, which needs another call (B-TOP-09). */
async function askFor({ method: { id, name, channel }, amount }: Asked) {
  if (channel !== 'card') return createTopUpTicket({ jumlah: Number(amount), methode: id, methodetext: name })
  const asked = await createInvoice(amount)
  openCardPage(asked.data.invoice, asked.data.invoiceurl)
  return asked
}

/** The message if the provider already has an identical invoice (B-ERR-10). */
const duplicateText = 'Ulangi Gunakan Nominal Lain'
const isDuplicate = (error: Error) =>
  error.message.includes('Duplicate') || (error instanceof ApiError && error.code === 'gateway.duplicate')

const notAgreed = 'mohon centang syarat dan ketentuan'

function useAsk(onTicket: (invoice: string) => void) {
  return useMutation({
    mutationFn: askFor,
    onSuccess: ({ data, msg }) => {
      showSuccess(msg)
      onTicket(data.invoice)
    },
    onError: (error) => {
      if (!refusedAmount(error)) showError(isDuplicate(error) ? duplicateText : error.message)
    },
    meta: { shownInPlace: true },
  })
}

/** The form of a top-up: amount, method and total. Submitting the form creates a ticket. */
export function TopUpForm({ known, onTicket }: { known: TopUpCommand; onTicket: (invoice: string) => void }) {
  const command = useTopUpCommand(known)
  const { offered, amount, setAmount, wrong } = command
  const settled = useLoadedOrTimeout(!command.methods.isPlaceholderData)
  const [agreed, setAgreed] = useState(false)
  const [pressed, setPressed] = useState(false)
  const ask = useAsk(onTicket)

  function change(money: bigint | null | undefined) {
    setAmount(money)
    ask.reset()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setPressed(true)
    // The first invalid field gets the focus.
    const unfit = wrong ? 'jumlah' : agreed ? null : 'setuju'
    if (unfit) event.currentTarget.querySelector<HTMLInputElement>(`[name=${unfit}]`)?.focus()
    if (!agreed) return showError(notAgreed)
    if (offered && amount && !wrong && !ask.isPending) ask.mutate({ method: offered, amount })
  }

  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Stack gap="md" data-unsettled={settled ? undefined : 'phone'}>
        <Card size="lg">
          <Stack gap="md">
            <RupiahField
              label="Jumlah deposit"
              name="jumlah"
              value={amount}
              onChange={change}
              error={(pressed ? wrong : null) ?? refusedAmount(ask.error)}
            />
            <QuickAmounts onChoose={change} />
          </Stack>
        </Card>
        <MethodChoice command={command} />
      </Stack>
      <Card size="lg">
        <Stack gap="md">
          <Summary command={command} />
          <TopUpTerms agreed={agreed} error={pressed && !agreed ? notAgreed : null} onAgree={setAgreed} />
          <DelayedConfirmButton type="submit" disabled={!offered} loading={ask.isPending}>
            Lanjut
          </DelayedConfirmButton>
        </Stack>
      </Card>
    </form>
  )
}

const QuickAmounts = ({ onChoose }: { onChoose: (amount: bigint) => void }) => (
  <Group gap={8}>
    {quickAmounts.map((quick) => (
      <Button key={quick} size="sm" variant="default" onClick={() => onChoose(quick)}>
        <Rupiah of={quick} />
      </Button>
    ))}
  </Group>
)

/** The amount, the fee and the total. */
function Summary({ command: { method, offered, amount, wrong } }: { command: ReturnType<typeof useTopUpCommand> }) {
  const fee = offered && amount && !wrong ? topupFee(offered, amount) : 0n
  return (
    <section aria-label="Ringkasan">
      <Facts
        facts={[
          { label: 'Metode', value: method?.name },
          { label: 'Jumlah deposit', value: <Rupiah of={amount ?? 0n} /> },
          { label: 'Biaya', value: <Rupiah of={fee} /> },
          { label: 'Total bayar', value: <Rupiah of={(amount ?? 0n) + fee} strong /> },
        ]}
      />
      {offered?.channel === 'transfer' && (
        <Text size="sm" c="dimmed" mt={4}>
          Pada tiket, total ini ditambah kode unik paling banyak {rupiahText(uniqueCodeMax)}, yang ikut masuk ke saldo.
        </Text>
      )}
    </section>
  )
}
