import { rupiahText } from '@lapak/contract/shared/money'
import { Alert, NativeSelect, type NativeSelectProps, Stack, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useRef } from 'react'
import { amountError, amountHint, earnings } from '#features/funds/cash-outs/cash-out-amount.ts'
import { type CashOutRules, useAskCashOut } from '#features/funds/cash-outs/cash-outs.api.ts'
import { accountText, NoBankAccount, toAccounts } from '#features/funds/cash-outs/payable-accounts.tsx'
import { sendCode } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import { newReference } from '#lib/new-reference.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { RupiahField } from '#ui/rupiah-field.tsx'
import { sayDone } from '#ui/snackbar.ts'
import { SureButton } from '#ui/sure-button.tsx'

interface CashOutFormProps {
  rules: CashOutRules
  balance: bigint | undefined
  onClose: () => void
  onMoved: () => void
}

interface Values {
  amount: bigint | null | undefined
  /** Of the bank account. */
  id: string
  kasus: string
  otp: string
  /** Which code `otp` is. */
  key: string
}

/** Shorter ones are no codes (B-STATE-30). */
const otpAtLeast = 5

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

/** What is asked for, and beside which field its refusals stand. */
function useCashOutForm(rules: CashOutRules, onDone: () => void) {
  const ask = useAskCashOut()
  const nameOf = useNames()
  return useServerForm<Values, { msg: string }>({
    initialValues: { amount: null, id: firstPayable(rules), kasus: reasonsOf(rules)[0]?.value ?? earnings, otp: '', key: '' },
    send: ({ amount, id, kasus, otp, key }) =>
      ask.mutateAsync({
        id: Number(id),
        amount: Number(amount),
        key,
        otp,
        kasus: rules.kasus.find((one) => one.kasus.toString() === kasus)?.kasus,
        reffclient: nameOf(`${amount} ${id} ${kasus}`),
      }),
    onSent: ({ msg }) => {
      sayDone(msg)
      onDone()
    },
    fieldOf: {
      otp: 'otp',
      bank: 'id',
      'not_found.bank': 'id',
      'cash_out.too_small': 'amount',
      'cash_out.keep': 'amount',
      'cash_out.owes': 'amount',
      'cash_out.held_back': 'amount',
      'cash_out.not_earned': 'amount',
      'cash_out.case_amount': 'amount',
      'cash_out.case_needed': 'kasus',
      'balance.too_low': 'amount',
    },
  })
}

/** Of sellers there are none to choose from. */
function reasonsOf({ kasus: cases, hasiljual }: CashOutRules) {
  const special = cases.map(({ kasus, name, above }) => ({ value: kasus.toString(), label: `${name} (di atas ${rupiahText(above)})` }))
  if (hasiljual === null || hasiljual === 0n) return special
  return [{ value: earnings, label: `Hasil penjualan (sampai ${rupiahText(hasiljual)})` }, ...special]
}

const CaseSelect = ({ rules, ...field }: NativeSelectProps & { rules: CashOutRules }) => (
  <NativeSelect label="Alasan" size="md" data={reasonsOf(rules)} {...field} />
)

/** How much, and once that is enough, to which account and with which code. */
export function CashOutForm({ rules, balance, onClose, onMoved }: CashOutFormProps) {
  const { form, field, formProps, busy } = useCashOutForm(rules, () => {
    onMoved()
    onClose()
  })
  const { amount, id, kasus: reason, otp } = form.values
  const request = { rules, balance, reason }
  const wrong = typeof amount === 'bigint' ? amountError(amount, request) : null
  const fits = typeof amount === 'bigint' && wrong === null
  const chosen = rules.list.find((account) => account.id.toString() === id)

  return (
    <form {...formProps}>
      <Stack gap="md">
        <Hours rules={rules} />
        {rules.list.length === 0 && <NoBankAccount onLeave={onClose} />}
        {rules.kasus.length > 0 && <CaseSelect rules={rules} {...field('kasus')} />}
        <RupiahField
          label="Jumlah"
          name="amount"
          description={amountHint(request)}
          autoFocus
          value={amount}
          onChange={(money) => form.setFieldValue('amount', money)}
          error={wrong ?? (form.errors.amount as string | undefined)}
        />
        {fits && rules.list.length > 0 && (
          <>
            <NativeSelect
              label="Bank"
              size="md"
              data={toAccounts(rules.list)}
              description={chosen && accountText(chosen)}
              {...field('id')}
            />
            <OtpField
              send={() => sendCode('cash_out')}
              onSent={(key) => form.setValues({ otp: '', key })}
              value={otp}
              onChange={(code) => form.setFieldValue('otp', code)}
              error={form.errors.otp}
            />
          </>
        )}
        <SureButton type="submit" disabled={!fits || !rules.ready || !rules.open || otp.length < otpAtLeast} loading={busy}>
          Lanjut
        </SureButton>
      </Stack>
    </form>
  )
}

const firstPayable = ({ list }: CashOutRules): string => {
  const now = new Date()
  return (list.find(({ payableat }) => payableat <= now) ?? list[0])?.id.toString() ?? ''
}

function Hours({ rules: { open, from, until, note } }: { rules: CashOutRules }) {
  const served = `Penarikan dilayani pukul ${hour(from)}-${hour(until)} WIB.`
  if (open)
    return (
      <Text size="sm" c="dimmed">
        {served} {note}.
      </Text>
    )
  return (
    <Alert color="orange" icon={<IconClock />} title="Di luar jam penarikan">
      {served} {note}.
    </Alert>
  )
}

/** The same wish keeps its name, so that asking again after a lost answer makes no second request. */
function useNames(): (request: string) => string {
  const named = useRef({ request: '', name: '' })
  return (request) => {
    if (named.current.request !== request) named.current = { request, name: newReference() }
    return named.current.name
  }
}
