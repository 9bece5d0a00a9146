import type { RoleName } from '@lapak/contract/auth/access'
import { type DifferenceKind, differenceKinds } from '@lapak/contract/funds/reconciliation'
import { type CorrectionKind, correctionKinds } from '@lapak/contract/funds/treasury'
import { purchaseStateLabels, type Transactionrc } from '@lapak/contract/ordering/purchases'
import { type BankCode, bankNames, type CashCode, cashNames } from '@lapak/contract/shared/banks'
import { rupiahText } from '@lapak/contract/shared/money'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { type ApprovalKind, type ApprovalRow, approvalKindLabels } from '@lapak/contract/system/approvals'

/** A short label of the kind of approval. */
export const approvalKindLabel = ({ kind, asked }: ApprovalRow): string =>
  kind === 'cash.move' ? moveKinds[actOf(asked)] : approvalKindLabels[kind]

const moveKinds = { transfer: 'Transfer Kas', correction: 'Koreksi kas', adjustment: 'Penyesuaian' } as const
const actOf = ({ act }: ApprovalRow['asked']) => act as keyof typeof moveKinds

/** The amount of the booking in rupiah. The amounts of adjustments, corrections and bank rows have a sign. */
export const approvalAmount = ({ kind, asked, amount }: ApprovalRow): bigint | null =>
  kind === 'statement.note' || (kind === 'cash.move' && actOf(asked) !== 'transfer') ? BigInt(asked.amount as number) : amount

/** The balance of the member before and after the booking, as text. */
export const balanceChangeText = (row: ApprovalRow): string | null =>
  row.saldo === null ? null : `${rupiahText(row.saldo)} menjadi ${rupiahText(row.saldo + (approvalAmount(row) ?? 0n))}`

/** The requested change as text, in which the amount occurs only once. */
export function requestSummary(row: ApprovalRow, value?: string): string {
  const words = requestedChangeText(row, value)
  if (row.saldo !== null) return `${words}, saldo ${balanceChangeText(row)}`
  const sum = row.amount === null ? '' : rupiahText(row.amount)
  return words.includes(sum) ? words : `${words}, ${sum}`
}

/** What an approval would change, as text. The value of a setting is formatted when the setting is loaded. */
export const requestedChangeText = (row: ApprovalRow, value = valueWord(row.asked.value)): string => words[row.kind](row, value)

const words: Record<ApprovalKind, (row: ApprovalRow, value: string) => string> = {
  'purchase.force': ({ subject, asked, membername }) =>
    `Ubah transaksi ${subject} dari ${stateWord(asked.from)} menjadi ${stateWord(asked.status)}${belonging(membername)}`,
  'setting.change': ({ subject }, value) => `Ubah aturan ${subject} menjadi ${value}`,
  'cash.move': moveWords,
  'unmatched.assign': ({ asked, membername }) => {
    if (asked.kind === 'noted') return 'Lepas dana masuk: bukan urusan Lapak'
    if (asked.kind !== undefined) return `Dana masuk sudah dibukukan: ${bookingWord(asked.kind)} ${asked.reference}${belonging(membername)}`
    const { ticketid } = { ...(asked.owner as { ticketid?: number }) }
    return ticketid === undefined
      ? `Berikan dana masuk kepada${of(membername)}`
      : `Jodohkan dana masuk dengan tiket ${ticketid}${belonging(membername)}`
  },
  'statement.note': ({ asked }) =>
    `Catat mutasi ${bankNames[asked.bankcode as BankCode]} ${signedWord(asked.amount)} sebagai bukan urusan Lapak`,
  'difference.end': ({ subject, asked, membername }) =>
    `Selesaikan selisih ${subject} (${[differenceKinds[asked.kind as DifferenceKind], asked.reference].filter((text) => text !== '').join(', ')})${belonging(membername)}`,
  'dispute.reject': ({ subject, asked, membername }) =>
    `Tolak sengketa ${subject} atas transaksi ${asked.purchase}${belonging(membername)}`,
  'ticket.decide': ({ subject, asked, historytipe, membername }) =>
    `${ticketWord(asked)} ${historytipe === 1 ? 'penarikan' : 'topup'} ${subject}${belonging(membername)}`,
  'payment_method.change': ({ asked }) =>
    `Ubah metode ${asked.method}: ${asked.accountno ? `rekening ${asked.accountno} a.n. ${asked.accountname}` : 'tanpa rekening'}, biaya ${rupiahText(BigInt(asked.feeflat as number))} + ${Number(asked.feebasispoints) / 100}%, ${asked.enabled ? 'aktif' : 'tidak aktif'}`,
  'member.change': memberWords,
}

function ticketWord({ to, byprovider, lost }: ApprovalRow['asked']): string {
  if (typeof lost === 'string') return `Tandai pembayaran ${lost} tidak terkirim,`
  return byprovider === true ? 'Bayar lewat penyedia' : stepWords[to as TicketState]
}

const stepWords: Record<TicketState, string> = { 0: 'Buka kembali', 1: 'Proses', 2: 'Setujui', 3: 'Tolak', 4: 'Batalkan' }

function moveWords({ asked, membername }: ApprovalRow): string {
  if (actOf(asked) === 'transfer') return `Transfer Kas dari ${accountWord(asked.from)} ke ${accountWord(asked.to)}`
  if (actOf(asked) === 'correction')
    return `Koreksi kas ${accountWord(asked.code)}, ${correctionKinds[asked.kind as CorrectionKind]}: ${signedWord(asked.amount)}`
  return `Penyesuaian saldo${of(membername)}: ${signedWord(asked.amount)}`
}

/** What an approval would change for the member, beginning with the most important change. */
function memberWords({ asked, membername }: ApprovalRow): string {
  if (asked.act === 'role') return `${asked.has ? 'Beri peran' : 'Cabut peran'} ${roleLabels[asked.role as RoleName]}${of(membername)}`
  const { memberemail, memberstatus, ...others } = { ...(asked.changes as { memberemail?: string; memberstatus?: number }) }
  const parts = [
    ...(memberstatus === undefined ? [] : [memberstatus === 0 ? 'blokir' : 'aktif']),
    ...(memberemail === undefined ? [] : [`e-mail ${memberemail}`]),
    ...Object.values(others).map((value) => valueWord(value ?? 'kosong')),
  ]
  return `Ubah member${of(membername)}: ${parts.join(', ')}`
}

const roleLabels: Record<RoleName, string> = { ROLE_ADMIN: 'admin', ROLE_SELLER: 'suplier' }

/** A text that names the owner of the purchase or ticket; empty without an owner. */
const belonging = (membername: string | null) => (membername === null ? '' : ` milik ${membername}`)
const of = (membername: string | null) => (membername === null ? '' : ` ${membername}`)
const bookingWord = (kind: unknown) => bookingWords[kind as keyof typeof bookingWords]
const bookingWords = { deposit: 'tiket', cash_out: 'penarikan', cash_transfer: 'Transfer Kas', correction: 'koreksi kas' } as const
const stateWord = (state: unknown) => purchaseStateLabels[state as Transactionrc]
const accountWord = (code: unknown) => `${code} ${cashNames[code as CashCode]}`
const valueWord = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function signedWord(amount: unknown): string {
  const sum = BigInt(amount as number)
  return sum < 0n ? rupiahText(sum) : `+${rupiahText(sum)}`
}
