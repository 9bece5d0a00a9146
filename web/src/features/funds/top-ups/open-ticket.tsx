import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from '#features/funds/top-ups/open-ticket.module.css'
import { PaymentInstructions } from '#features/funds/top-ups/payment-instructions.tsx'
import { useCancelTicket, useUploadPaymentProof } from '#features/funds/top-ups/top-ups.api.ts'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'
import { timeLeft } from '#lib/time-left.ts'
import { useNow } from '#lib/use-now.ts'
import { Card } from '#ui/card.tsx'
import { openConfirmation } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Section } from '#ui/section.tsx'
import link from '#ui/text-link.module.css'

/** The amount, the destination and the deadline of a payment. */
export function OpenTicket({ ticket }: { ticket: TopUpTicket }) {
  const now = useNow(true)
  const over = ticket.expiresat !== null && ticket.expiresat <= now
  const transfer = ticket.channel === 'transfer'
  return (
    <>
      {ticket.waiting !== null && <Waiting amount={ticket.waiting} />}
      <WhatToPay ticket={ticket} over={over} now={now} />
      {transfer && <ProofOfPayment ticket={ticket} />}
      <CancelTicket ticket={ticket} now={now} />
    </>
  )
}

function WhatToPay({ ticket, over, now }: { ticket: TopUpTicket; over: boolean; now: Date }) {
  if (over) return <TooLate transfer={ticket.channel === 'transfer'} />
  const facts = <Facts facts={factsOf(ticket)} />
  if (ticket.waiting !== null && ticket.channel !== 'va') return <Card size="lg">{facts}</Card>
  return (
    <Card size="lg">
      <Stack gap="md">
        <Sum ticket={ticket} />
        <PaymentInstructions ticket={ticket} />
        {ticket.expiresat && <TimeLeft until={ticket.expiresat} now={now} />}
        {facts}
      </Stack>
    </Card>
  )
}

/**
 * Shown for a payment that was received but not credited yet: warns the member not to pay a second time. A virtual account of the member may be paid
 * repeatedly.
 */
const Waiting = ({ amount }: { amount: bigint }) => (
  <Alert color="orange" icon={<IconAlertTriangle />} title={`${rupiahText(amount)} sudah diterima`}>
    Jumlahnya tidak sama dengan tiket ini, jadi diperiksa admin dulu. Jangan bayar lagi: saldo bertambah setelah diperiksa.
  </Alert>
)

function TooLate({ transfer }: { transfer: boolean }) {
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title="Waktu tiket ini habis">
      {transfer
        ? 'Jangan transfer lagi ke tiket ini; buat tiket baru. Kalau sudah telanjur transfer, unggah buktinya di bawah.'
        : 'Jangan bayar lagi ke tiket ini; buat tiket baru. Kalau sudah telanjur membayar, saldo bertambah setelah penyedia pembayaran mengabarkannya.'}{' '}
      <Link to="/tambahsaldo" className={link.inline}>
        Buat tiket baru
      </Link>
    </Alert>
  )
}

/** The amount to pay. Its last three digits are marked, because they are the unique code of the ticket. */
function Sum({ ticket: { nominal, code, channel } }: { ticket: TopUpTicket }) {
  const text = rupiahText(nominal)
  const marked = code > 0 ? 3 : 0
  return (
    <div>
      <Text>{channel === 'transfer' ? 'Transfer sebesar' : 'Bayar sebesar'}</Text>
      <div className={classes.sum}>
        <span data-sum>
          {text.slice(0, text.length - marked)}
          {marked > 0 && <span className={classes.code}>{text.slice(-marked)}</span>}
        </span>
        <CopyButton text={nominal.toString()} label="Salin jumlah" />
      </div>
      <Text size="sm" c="dimmed">
        {marked > 0
          ? 'Transfer persis sampai tiga angka terakhir. Dari kode unik itu transfer Anda dikenali dan saldo bertambah sendiri.'
          : 'Bayar persis sejumlah ini. Saldo bertambah sendiri setelah pembayaran masuk.'}
      </Text>
    </div>
  )
}

const TimeLeft = ({ until, now }: { until: Date; now: Date }) => (
  <div>
    <Text>Sisa waktu</Text>
    <span role="timer" aria-label="Sisa waktu" className={classes.left}>
      {timeLeft(until, now)}
    </span>
    <Text size="sm" c="dimmed">
      Sampai {wib(until)}
    </Text>
  </div>
)

const factsOf = ({ methodname, jumlah, fee, code, nominal }: TopUpTicket) => [
  { label: 'Metode', value: methodname },
  { label: 'Jumlah deposit', value: <Rupiah of={jumlah} /> },
  { label: 'Biaya', value: <Rupiah of={fee} /> },
  { label: 'Kode unik', value: code > 0 ? code : null },
  { label: 'Masuk ke saldo', value: <Rupiah of={nominal - fee} strong /> },
]

/** The upload of a proof of payment (a picture), for a transfer that is not recognised automatically. The picture can be replaced but not removed. */
function ProofOfPayment({ ticket: { invoice, proof } }: { ticket: TopUpTicket }) {
  const send = useUploadPaymentProof(invoice)
  return (
    <Section
      title="Sudah transfer?"
      hint="Saldo bertambah sendiri begitu transfer terlihat di bank. Bukti diperiksa hari kerja 08:00-17:00."
    >
      <ImageUpload
        of="bukti transfer"
        address={proof}
        secret
        removable={false}
        empty={<IconReceipt size={32} aria-hidden />}
        onChange={async (image) => {
          if (image !== null) await send.mutateAsync(image)
        }}
      >
        <Text size="sm">Hanya Anda dan admin Lapak yang bisa melihatnya.</Text>
      </ImageUpload>
    </Section>
  )
}

/** The button to cancel a ticket. It is enabled only some time after the ticket was created, because a transfer may be in progress. */
function CancelTicket({ ticket: { invoice, cancelfrom, expiresat }, now }: { ticket: TopUpTicket; now: Date }) {
  const cancel = useCancelTicket(invoice)
  const tooEarly = cancelfrom > now
  const ends = expiresat && expiresat > now ? ` Tiket yang tidak dibayar batal sendiri pada ${wib(expiresat)}.` : ''
  return (
    <Section
      title="Tidak jadi topup?"
      hint={`${tooEarly ? `Bisa dibatalkan mulai ${wib(cancelfrom)}.` : 'Batalkan hanya kalau Anda belum membayar.'}${ends}`}
      action={
        <Button
          variant="default"
          disabled={tooEarly}
          loading={cancel.isPending}
          onClick={() =>
            openConfirmation({
              question: `Batalkan tiket ${invoice}? Pembayaran yang masuk sesudahnya tidak dikenali dengan sendirinya.`,
              danger: true,
              onYes: () => cancel.mutate(),
            })
          }
        >
          Batalkan tiket
        </Button>
      }
    />
  )
}
