import { sameName } from '@lapak/contract/funds/bank-accounts'
import { openClaimsText } from '@lapak/contract/funds/cash-outs'
import type { TicketDetail } from '@lapak/contract/funds/tickets'
import { cashNames } from '@lapak/contract/shared/banks'
import { dotted } from '@lapak/contract/shared/money'
import type { TicketConfirmations } from '@lapak/contract/shared/money-confirmations'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { earlierPayoutText, payoutText, unpaidWarning } from '#features/funds/tickets/ticket-steps.ts'
import { fetchFullAccountNumber } from '#features/funds/tickets/tickets.api.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import type { Fact } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { showError } from '#ui/snackbar.ts'

/** The facts of a ticket for administrators. */
export const ticketFacts = (detail: TicketDetail): Fact[] => {
  const { ticket, payto, payouts, kasus, confirmed } = detail
  return [
    { label: 'Nomor', value: ticket.invoice, code: true, action: <CopyButton text={ticket.invoice} label="Salin nomor tiket" /> },
    { label: 'Nominal', value: <Rupiah of={ticket.nominal} strong /> },
    { label: 'Biaya', value: ticket.fee > 0n ? <Rupiah of={ticket.fee} /> : null },
    { label: 'Masuk saldo', value: ticket.credited === null ? null : <Rupiah of={ticket.credited} /> },
    { label: 'Metode', value: ticket.method },
    { label: 'Kas', value: cashNames[ticket.cashcode] },
    { label: 'Uangnya', value: ticket.matched ? 'Sudah masuk, menunggu disetujui' : unpaidWarning(detail) },
    ...(payto
      ? [
          { label: 'Bank tujuan', value: payto.bankname },
          { label: 'Rekening tujuan', value: <AccountNumber ticket={ticket.id} end={payto.accountno} /> },
          { label: 'Atas nama', value: payto.accountname },
          { label: 'Nama di bank', value: payto.namadibank && withDifference(payto.namadibank, ticket.member.membername) },
        ]
      : []),
    { label: 'Sudah dikonfirmasi', value: confirmed && confirmedText(confirmed) },
    { label: 'Lewat penyedia', value: ticket.payout && payoutText(ticket.payout) },
    ...(ticket.payout
      ? [
          {
            label: 'Nomor di penyedia',
            value: ticket.payout.reference,
            code: true,
            action: <CopyButton text={ticket.payout.reference} label="Salin nomor di penyedia" />,
          },
        ]
      : []),
    ...payouts
      .slice(0, -1)
      .map((payout, index) => ({ label: `Pembayaran ke-${index + 1} lewat penyedia`, value: earlierPayoutText(payout) })),
    { label: 'Kasus', value: kasus },
    { label: 'Dibuat', value: wib(ticket.paymenthistorydatetime) },
    { label: 'Diperbarui', value: wib(ticket.updateat) },
    { label: 'Keterangan', value: ticket.description },
    { label: 'Alasan', value: ticket.endedreason },
    { label: 'Catatan approve', value: ticket.approveddescription },
  ]
}

const confirmationTexts: Record<keyof TicketConfirmations, (name: string) => string> = {
  beside: (invoice) => `uangnya lain dari yang masuk lewat ${invoice}`,
  returnedin: (invoice) => `uang tiket ${invoice} bukan uang penarikan ini yang kembali`,
  notreturn: (invoice) => `bukan pengembalian penarikan ${invoice}`,
  notticket: (invoice) => `bukan uang tiket ${invoice}`,
  notown: (origin) => `bukan uang kita sendiri (${origin})`,
  notreversed: (reversal) => `tidak dibatalkan bank dengan ${reversal}`,
  ralat: (now) => `jumlahnya cocok dengan rekening koran, bukan ${now} seperti kata layanan mutasi`,
}

/** What the first administrator confirmed, for the second one. */
const confirmedText = (confirmed: TicketConfirmations): string =>
  (Object.keys(confirmationTexts) as (keyof TicketConfirmations)[])
    .flatMap((field) => (confirmed[field] === undefined ? [] : confirmationTexts[field](confirmed[field])))
    .join('; ')

/** The member, and its recent activity. */
export const memberFacts = ({ ticket, situation }: TicketDetail): Fact[] => [
  { label: 'Nama', value: ticket.member.membername },
  { label: 'E-mail', value: ticket.email },
  { label: 'Saldo', value: <Rupiah of={situation.balance} strong /> },
  { label: 'Penarikan berjalan', value: situation.inflight > 0n ? <Rupiah of={situation.inflight} /> : null },
  { label: 'Hutang refund', value: situation.debt > 0n ? <Rupiah of={situation.debt} strong /> : null },
  { label: 'Ditahan', value: heldText(situation) },
  { label: 'Status', value: situation.blocked ? 'Diblokir' : 'Aktif' },
  { label: 'Telp', value: situation.phoneverified ? 'Terverifikasi' : 'Belum diverifikasi' },
  { label: 'Terdaftar', value: wib(situation.createat) },
  { label: 'Terakhir aktif', value: situation.lastactiveat && wib(situation.lastactiveat) },
  { label: 'Topup 90 hari', value: countText(situation.topups) },
  { label: 'Penarikan 90 hari', value: countText(situation.cashouts) },
  ...situation.accounts.map(({ bankname, accountno, accountname, namadibank, updateat }) => ({
    label: `Rekening ${bankname}`,
    value: `${accountno} ${accountname}, sejak ${wib(updateat)}${namadibank === null ? '' : `. Nama di bank: ${withDifference(namadibank, ticket.member.membername)}`}`,
  })),
]

function heldText({ heldback, claims }: TicketDetail['situation']): string | null {
  if (heldback === 0n) return null
  return claims === 0 ? `Rp ${dotted(heldback)} dari penjualan baru` : `Rp ${dotted(heldback)}, termasuk ${openClaimsText(claims)}`
}

const withDifference = (name: string, member: string) => (sameName(name, member) ? name : `${name} (beda dari nama member)`)

const countText = ({ count, amount }: { count: number; amount: bigint }) => `${dotted(count)} kali, Rp ${dotted(amount)}`

/** Shows only the last digits of the account number; the full number requires step-up authentication. */
function AccountNumber({ ticket, end }: { ticket: bigint; end: string }) {
  const showing = useMutation({ mutationFn: () => fetchFullAccountNumber(ticket), onError: (error) => showError(error.message) })
  if (showing.data)
    return (
      <Group component="span" gap="xs" display="inline-flex">
        {showing.data.accountno}
        <CopyButton text={showing.data.accountno} label="Salin nomor rekening" />
      </Group>
    )
  return (
    <Group component="span" gap="xs" display="inline-flex">
      {end}
      <Button variant="subtle" size="compact-sm" loading={showing.isPending} onClick={() => showing.mutate()}>
        Tampilkan nomor
      </Button>
    </Group>
  )
}
