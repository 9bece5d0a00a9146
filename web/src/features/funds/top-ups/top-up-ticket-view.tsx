import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleMinus, IconCircleXFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OpenTicket } from '#features/funds/top-ups/open-ticket.tsx'
import { topUpFailed, topUpPaid } from '#features/funds/top-ups/result-labels.ts'
import classes from '#features/funds/top-ups/ticket-outcome.module.css'
import { canBePaid, ticketQuery } from '#features/funds/top-ups/top-ups.api.ts'
import { asSentence } from '#lib/sentence.ts'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The current state of a ticket. It is read by its invoice number, so it is also shown after a reload. */
export function TopUpTicketView({ invoice }: { invoice: string }) {
  const { data, error, refetch } = useQuery(ticketQuery(invoice))
  return (
    <Stack gap="md" maw={640}>
      <Facts
        facts={[{ label: 'Nomor tiket', value: invoice, code: true, action: <CopyButton text={invoice} label="Salin nomor tiket" /> }]}
      />
      {data ? (
        canBePaid(data) ? (
          <OpenTicket ticket={data} />
        ) : (
          <TicketOutcome ticket={data} />
        )
      ) : error ? (
        <ErrorState title="Tiket belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
      <Button renderRoot={(props) => <Link to="/trxpembelian" {...props} />}>OK</Button>
    </Stack>
  )
}

// — Ticket outcome

/** The result of a ticket that can no longer be paid. */
function TicketOutcome({ ticket }: { ticket: TopUpTicket }) {
  return (
    <Card size="lg">
      <div className={classes.outcome} role="status">
        {ticket.status === 2 ? <Paid ticket={ticket} /> : <Unpaid ticket={ticket} />}
      </div>
    </Card>
  )
}

function Paid({ ticket: { credited, approvedat, approveddescription } }: { ticket: TopUpTicket }) {
  return (
    <>
      <IconCircleCheckFilled size={56} className={classes.good} aria-hidden />
      <Title order={2}>{topUpPaid}</Title>
      <Text>
        {credited !== null && <Rupiah of={credited} strong />} masuk ke saldo{approvedat && ` pada ${wib(approvedat)}`}.
      </Text>
      {approveddescription && (
        <Text size="sm" c="dimmed">
          {approveddescription}
        </Text>
      )}
      <Button variant="default" renderRoot={(props) => <Link to="/histori" {...props} />}>
        Lihat histori
      </Button>
    </>
  )
}

function Unpaid({ ticket: { status, approvedat, credited, endedreason } }: { ticket: TopUpTicket }) {
  const rejected = status === 3
  const cancelled = approvedat === null ? 'Tiket berakhir' : 'Topup dibatalkan'
  return (
    <>
      {rejected ? (
        <IconCircleXFilled size={56} className={classes.bad} aria-hidden />
      ) : (
        <IconCircleMinus size={56} className={classes.quiet} aria-hidden />
      )}
      <Title order={2}>{rejected ? topUpFailed : cancelled}</Title>
      {credited !== null && (
        <Text>
          <Rupiah of={credited} strong /> yang sudah masuk keluar lagi dari saldo.
        </Text>
      )}
      {endedreason && (
        <Text>
          {asSentence(endedreason)}
          {approvedat === null && ' Saldo tidak berubah.'}
        </Text>
      )}
      <Button color="orange" renderRoot={(props) => <Link to="/tambahsaldo" {...props} />}>
        Buat tiket baru
      </Button>
    </>
  )
}
