import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, NativeSelect, type NativeSelectProps, Stack, Text } from '@mantine/core'
import { IconBuildingBank, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { type CashOutRules, useRequestCashOut } from '#features/funds/cash-outs/cash-outs.api.ts'
import { sendOtp } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import { newReference } from '#lib/new-reference.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { DelayedConfirmButton } from '#ui/delayed-confirm-button.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'
import { showSuccess } from '#ui/snackbar.ts'
import link from '#ui/text-link.module.css'

interface CashOutFormProps {
  rules: CashOutRules
  balance: bigint | undefined
  onClose: () => void
  onMoved: () => void
}

interface Values {
  amount: bigint | null | undefined
  /** The id of the bank account. */
  id: string
  kasus: string
  otp: string
  /** The id of the one-time code in `otp`. */
  key: string
}

/** The minimum length of a one-time code; a shorter input is not a code (B-STATE-30). */
const otpAtLeast = 5

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

/** The state of the cash-out form. Each error of the server is shown at its field. */
function useCashOutForm(rules: CashOutRules, onDone: () => void) {
  const ask = useRequestCashOut()
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
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onDone()
    },
    fieldByErrorCode: {
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

/** The reasons that a member can choose from. Sellers have no special cases. */
function reasonsOf({ kasus: cases, hasiljual }: CashOutRules) {
  const special = cases.map(({ kasus, name, above }) => ({ value: kasus.toString(), label: `${name} (di atas ${rupiahText(above)})` }))
  if (hasiljual === null || hasiljual === 0n) return special
  return [{ value: earnings, label: `Hasil penjualan (sampai ${rupiahText(hasiljual)})` }, ...special]
}

const CaseSelect = ({ rules, ...field }: NativeSelectProps & { rules: CashOutRules }) => (
  <NativeSelect label="Alasan" size="md" data={reasonsOf(rules)} {...field} />
)

/** The cash-out form. The amount comes first; the bank account and the code appear when the amount is valid. */
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
              send={() => sendOtp('cash_out')}
              onSent={(key) => form.setValues({ otp: '', key })}
              value={otp}
              onChange={(code) => form.setFieldValue('otp', code)}
              error={form.errors.otp}
            />
          </>
        )}
        <DelayedConfirmButton type="submit" disabled={!fits || !rules.ready || !rules.open || otp.length < otpAtLeast} loading={busy}>
          Lanjut
        </DelayedConfirmButton>
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

/**
 * Returns a reference for a request. An identical request keeps its reference, so that sending it again after a lost answer creates no second
 * cash-out.
 */
function useNames(): (request: string) => string {
  const named = useRef({ request: '', name: '' })
  return (request) => {
    if (named.current.request !== request) named.current = { request, name: newReference() }
    return named.current.name
  }
}

// — Payable accounts

/** The bank accounts as choices. A new bank account is disabled and shows the time from which money can be paid to it. */
function toAccounts(list: CashOutRules['list']) {
  const now = new Date()
  return list.map((account) => ({
    value: account.id.toString(),
    label: `${accountText(account)}${account.payableat > now ? `, bisa dipakai mulai ${wib(account.payableat)}` : ''}`,
    disabled: account.payableat > now,
  }))
}

/** The full text of a bank account, because the select may cut it off. */
const accountText = ({ bankname, accountno, accountname }: CashOutRules['list'][number]): string =>
  `${bankname} ${accountno} ${accountname}`

function NoBankAccount({ onLeave }: { onLeave: () => void }) {
  return (
    <Alert color="blue" icon={<IconBuildingBank />} title="Belum ada rekening">
      Penarikan dikirim ke rekening bank Anda.{' '}
      <Link to="/profile" search={{ tab: 'bank' }} className={link.inline} onClick={onLeave}>
        Tambah rekening
      </Link>
    </Alert>
  )
}

// — Cash out amount

/** The case of a member that leaves the platform, who may take out the whole balance (B-OPEN-02). */
const stops = '2'

interface CashOutRequest {
  rules: CashOutRules
  /** The balance in rupiah; undefined until it is loaded. */
  balance: bigint | undefined
  reason: string
}

/** The value of the option for earnings in the select of former sellers. */
const earnings = ''

/** The largest amount in rupiah that the member may take out; undefined until the balance is loaded. */
function mostOf({ rules: { keep, hasiljual, hutang, ditahan }, balance, reason }: CashOutRequest): bigint | undefined {
  if (balance === undefined) return balance
  const stays = hutang + ditahan + (reason === stops ? 0n : keep)
  const most = balance > stays ? balance - stays : 0n
  if (reason === stops) return most
  return reason === earnings && hasiljual !== null && hasiljual < most ? hasiljual : most
}

/** Help text: the balance, and how much of it the member may take out. */
function amountHint(request: CashOutRequest): string {
  const { rules, balance, reason } = request
  const most = mostOf(request)
  const has = balance === undefined || most === undefined ? '' : `Saldo ${rupiahText(balance)}, paling banyak ${rupiahText(most)}. `
  const stays = reason === stops ? 'Seluruh saldo boleh ditarik.' : `Saldo tersisa paling sedikit ${rupiahText(rules.keep)}.`
  const owed = rules.hutang === 0n ? '' : ` Hutang refund ${rupiahText(rules.hutang)} dilunasi dulu dari saldo.`
  const held = rules.ditahan === 0n ? '' : ` ${rupiahText(rules.ditahan)} ditahan selama ada sengketa atau penjualan baru.`
  return `${has}Paling sedikit ${rupiahText(rules.min)}. ${stays}${owed}${held}`
}

/** The error that the server would return for this amount, shown before the member requests a code. */
function amountError(amount: bigint, request: CashOutRequest): string | null {
  const { rules, reason } = request
  const most = mostOf(request)
  const special = rules.kasus.find(({ kasus }) => kasus.toString() === reason)
  if (amount < rules.min) return `Paling sedikit ${rupiahText(rules.min)}`
  if (special && amount <= special.above) return `${special.name} hanya untuk jumlah di atas ${rupiahText(special.above)}`
  return most !== undefined && amount > most ? `Paling banyak ${rupiahText(most)}` : null
}
