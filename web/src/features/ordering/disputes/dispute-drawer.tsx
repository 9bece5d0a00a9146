import {
  type DisputeKind,
  type DisputeRow,
  disputeKinds,
  disputeNouns,
  disputeReasons,
  disputeWordsMax,
} from '@lapak/contract/ordering/disputes'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { DisputeState } from '#features/ordering/disputes/dispute-state.tsx'
import {
  type DisputeSide,
  disputeQuery,
  type ShownDispute,
  useDecideDispute,
  useWithdrawDispute,
} from '#features/ordering/disputes/disputes.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { groupInFours } from '#lib/targets.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

interface DisputeDrawerProps {
  id: string | undefined
  side: DisputeSide
  onClose: () => void
}

/** A dispute: the report, the answer, and the actions of the reader. */
export function DisputeDrawer({ id, side, onClose }: DisputeDrawerProps) {
  const { data } = useQuery({ ...disputeQuery(id ?? '', side), enabled: id !== undefined })
  return (
    <SideDrawer record={id} title={(id) => `${disputeKinds[data?.jenis ?? 'dispute']} ${id}`} width={480} onClose={onClose}>
      {(id) => <Dispute id={id} side={side} />}
    </SideDrawer>
  )
}

function Dispute({ id, side }: { id: string; side: DisputeSide }) {
  const { data: row, error, refetch } = useQuery(disputeQuery(id, side))
  if (!row)
    return error ? (
      <ErrorState title="Sengketa belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Stack gap="md" aria-busy>
        <Skeleton height={24} width="60%" />
        <Skeleton height={160} />
      </Stack>
    )
  return (
    <Stack gap="lg">
      <div>
        <Text fw={650} size="lg">
          {groupInFours(row.target)}
        </Text>
        <Text size="sm" c="dimmed">
          {row.productname}
        </Text>
      </div>
      <DisputeState of={row.state} />
      <Remark by={row.membername} at={row.createat} words={`${disputeReasons[row.reason]}. ${row.msg}`} />
      {row.answer && row.answerat && <Remark by={row.sellername} at={row.answerat} words={row.answer} />}
      {row.endat && (
        <Remark
          by={endedBy(row)}
          at={row.endat}
          words={row.verdict ?? `${row.jenis === 'return' ? disputeKinds.return : 'Laporan'} dibatalkan.`}
        />
      )}
      <Facts
        facts={[
          { label: 'Jenis', value: disputeKinds[row.jenis] },
          { label: 'Harga', value: <Rupiah of={row.sellprice} strong /> },
          { label: 'Serial number', value: row.serialnumber, code: true },
          { label: 'Pembeli', value: side === 'buyer' ? null : row.membername },
          { label: 'Suplier', value: side === 'seller' ? null : row.sellername },
          { label: 'Transaksi pada', value: wib(row.trxat) },
          { label: 'Tenggat jawaban', value: row.dueat && wib(row.dueat) },
        ]}
      />
      <TransactionLink row={row} side={side} />
      {side !== 'house' && (
        <Link to="/chat" search={{ trx: row.idtrx.toString() }} className={link.link}>
          {side === 'buyer' ? 'Tanya suplier' : 'Chat pembeli'}
        </Link>
      )}
      <Next row={row} side={side} />
    </Stack>
  )
}

const endedBy = ({ endby, membername, sellername }: DisputeRow) =>
  endby === 'buyer' ? membername : endby === 'seller' ? sellername : 'Admin'

const Remark = ({ by, at, words }: { by: string; at: Date; words: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {by}, {wib(at)}
    </Text>
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {words}
    </Text>
  </div>
)

const pages = { buyer: '/trxpembelian', seller: '/penjualan', house: '/trxadm' } as const

const TransactionLink = ({ row, side }: { row: DisputeRow; side: DisputeSide }) => (
  <Link to={pages[side]} search={{ trx: row.idtrx.toString() }} className={link.link}>
    Lihat transaksi {row.idtrx.toString()}
  </Link>
)

/** The actions that the reader can take now. */
function Next({ row, side }: { row: ShownDispute; side: DisputeSide }) {
  if (row.endat !== null) return null
  if (side === 'buyer') return <Withdraw row={row} />
  if (row.askedby) return <WaitsForSecond kind={row.jenis} askedBy={row.askedby} />
  if (row.own) return <Text size="sm">Menyangkut uang Anda sendiri, harus diputuskan admin lain.</Text>
  return <AnswerForm key={row.answer} row={row} side={side} />
}

const WaitsForSecond = ({ kind, askedBy }: { kind: DisputeKind; askedBy: string }) => (
  <Stack gap="xs">
    <Text size="sm">
      {askedBy} sudah meminta keputusan atas {disputeNouns[kind]} ini.
    </Text>
    <Link to="/persetujuan" className={link.link}>
      {waitsForSecond}
    </Link>
  </Stack>
)

function Withdraw({ row }: { row: DisputeRow }) {
  const withdraw = useWithdrawDispute(row)
  async function begin() {
    if (
      await isConfirmed({
        question:
          row.jenis === 'return'
            ? 'Batalkan retur? Retur transaksi ini tidak bisa diajukan lagi.'
            : 'Batalkan laporan? Masalah transaksi ini tidak bisa dilaporkan lagi; retur masih bisa diajukan selama waktunya.',
        danger: true,
      })
    )
      withdraw.mutate(undefined)
  }
  return (
    <Stack gap="xs">
      <Text size="sm">
        {row.jenis === 'return' ? 'Tidak jadi? Retur bisa dibatalkan.' : 'Sudah diterima pelanggan? Laporan bisa dibatalkan.'}
      </Text>
      {withdraw.error && (
        <Text size="sm" c="red" role="alert">
          {withdraw.error.message}
        </Text>
      )}
      <Button variant="default" loading={withdraw.isPending} onClick={() => void begin()}>
        Batalkan {disputeNouns[row.jenis]}
      </Button>
    </Stack>
  )
}

// — Answer form

/** The form to refund or reject a dispute, with a text for the other party. A seller that has rejected the dispute may still refund later. */
function AnswerForm({ row, side }: { row: DisputeRow; side: 'seller' | 'house' }) {
  const answering = useDecideDispute(row, side)
  const refund = useRef(true)
  const denial = denialOf(side, row.jenis)
  const { field, formProps, busy } = useServerForm({
    initialValues: { words: '' },
    validate: { words: reasonError },
    beforeSend: () =>
      isConfirmed({
        question: refund.current ? `Kembalikan ${rupiahText(row.sellprice)} ke ${row.membername}?` : denial.question,
        danger: refund.current,
      }),
    send: ({ words }) => answering.mutateAsync({ refund: refund.current, words: words.trim() }),
  })
  const say = (word: boolean) => () => {
    refund.current = word
  }
  return (
    <form {...formProps}>
      <Stack gap="sm">
        {side === 'seller' && <Text size="sm">{sellersChoice(row)}</Text>}
        <Textarea label="Jawaban" size="md" autosize minRows={2} maxLength={side === 'house' ? 300 : disputeWordsMax} {...field('words')} />
        <Group gap="xs">
          <Button type="submit" color="green" loading={busy && refund.current} disabled={busy} onClick={say(true)}>
            Kembalikan dana
          </Button>
          {(side === 'house' || row.answer === null) && (
            <Button type="submit" variant="default" loading={busy && !refund.current} disabled={busy} onClick={say(false)}>
              {denial.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** Explains the seller's options: the seller answers once, and may refund until the platform decides. */
function sellersChoice({ jenis, answer }: DisputeRow): string {
  if (answer !== null) return 'Anda sudah menjawab, admin yang memutuskan. Sampai saat itu dana masih bisa dikembalikan dari saldo Anda.'
  return jenis === 'return'
    ? 'Dana diambil dari saldo Anda. Bila retur tidak bisa diterima, jelaskan alasannya dan admin yang memutuskan.'
    : 'Dana diambil dari saldo Anda. Bila pesanan sudah terkirim, jelaskan buktinya dan admin yang memutuskan.'
}

const denialOf = (side: 'seller' | 'house', kind: DisputeKind) =>
  side === 'house'
    ? { label: `Tolak ${disputeNouns[kind]}`, question: `Tolak ${disputeNouns[kind]} ini? Transaksinya tetap sukses.` }
    : kind === 'return'
      ? { label: 'Tolak retur', question: 'Tolak retur ini? Admin akan memutuskan.' }
      : { label: 'Sudah terkirim', question: 'Nyatakan pesanan ini sudah terkirim? Admin akan memutuskan.' }
