import type { LineResult, PreviewLine, PurchaseAct } from '@lapak/contract/ordering/purchases'
import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { actionTexts } from '#features/ordering/purchases/administration/act-labels.ts'
import classes from '#features/ordering/purchases/administration/bulk.module.css'
import { applyBulkAction, useRefreshAdminPurchases } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { groupInFours } from '#lib/targets.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

interface BulkFormProps {
  act: PurchaseAct
  lines: PreviewLine[]
  onRunning: (running: boolean) => void
  onDone: (results: LineResult[]) => void
  onClose: () => void
}

/** The preview, the common reason, and the confirmation of a bulk action. */
export function BulkForm({ act, lines, onRunning, onDone, onClose }: BulkFormProps) {
  const { label, danger = false, beware, questionOfMany } = actionTexts[act]
  const [serials, setSerials] = useState<ReadonlyMap<bigint, string>>(new Map())
  const { run, progress, stopping, stop } = useBulkRun()
  const possible = lines.filter(({ can }) => can !== null)
  const { field, formProps, busy, unsent } = useServerForm({
    initialValues: { description: '' },
    validate: { description: reasonError },
    beforeSend: () => isConfirmed({ question: questionOfMany(possible.length, sumOf(possible)), danger }),
    send: async ({ description }) => {
      onRunning(true)
      return run({ act, lines: possible, serials, description: description.trim() }).finally(() => onRunning(false))
    },
    onSuccess: onDone,
  })
  useConfirmLeave(unsent || busy, busy ? 'Keputusan sedang dikirim. Tinggalkan?' : 'Keputusan ini belum dikirim. Tinggalkan?')
  const typeSerial = (id: bigint, text: string) => setSerials((before) => new Map(before).set(id, text.trim()))
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text size="sm">{beware}</Text>
        <Facts facts={factsOf(lines)} />
        <BulkLines lines={lines} onSerial={act === 'succeed' && !busy ? typeSerial : undefined} />
        {possible.length > 0 && (
          <TextInput
            label="Alasan untuk semuanya"
            description="Dibaca pembeli, dan disimpan bersama nama Anda"
            maxLength={300}
            autoComplete="off"
            disabled={busy}
            {...field('description')}
          />
        )}
        {progress && (
          <div role="status">
            <Text size="sm" mb={4}>
              {dotted(progress.done)} dari {dotted(progress.of)} selesai…
            </Text>
            <Progress value={(100 * progress.done) / progress.of} aria-label="Kemajuan" />
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          {busy ? (
            <Button variant="default" disabled={stopping} onClick={stop}>
              {stopping ? 'Menghentikan…' : 'Hentikan'}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              Tutup
            </Button>
          )}
          {possible.length > 0 && (
            <Button type="submit" color={danger ? 'red' : 'green'} loading={busy}>
              {label} {dotted(possible.length)} transaksi
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const sumOf = (lines: PreviewLine[]) => lines.reduce((sum, { sellprice }) => sum + sellprice, 0n)

function factsOf(lines: PreviewLine[]) {
  const linesText = (some: PreviewLine[]) => (some.length === 0 ? null : `${dotted(some.length)} transaksi, ${rupiahText(sumOf(some))}`)
  const now = lines.filter(({ can }) => can === 'now')
  return [
    { label: 'Bisa sekarang', value: linesText(now) ?? 'Tidak ada' },
    { label: 'Perlu admin kedua', value: linesText(lines.filter(({ can }) => can === 'second')) },
    { label: 'Dilewati', value: linesText(lines.filter(({ can }) => can === null)) },
  ]
}

// — Bulk lines

interface BulkLinesProps {
  lines: PreviewLine[]
  /** Set if the administrator types a separate serial number for each purchase. */
  onSerial?: ((id: bigint, text: string) => void) | undefined
}

const order = { null: 0, second: 1, now: 2 }

/** Each purchase with the action that is possible for it; excluded purchases come first. */
const BulkLines = ({ lines, onSerial }: BulkLinesProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse has to scroll it
  <section className={classes.lines} aria-label="Pratinjau" tabIndex={0}>
    <RowList>
      {lines
        .toSorted((one, other) => order[`${one.can}`] - order[`${other.can}`])
        .map((line) => (
          <Row key={line.id.toString()} actions={<Rupiah of={line.sellprice} strong />}>
            <Text size="sm" fw={600}>
              {groupInFours(line.target)}
            </Text>
            <RowFacts>
              <span>{line.id.toString()}</span>
              <span>{line.productname}</span>
              <span>{line.sellername}</span>
            </RowFacts>
            {line.why !== null && <span className={classes.why}>{line.why}</span>}
            {line.can === 'second' && <span className={classes.second}>Menunggu admin kedua</span>}
            {onSerial && line.can !== null && (
              <TextInput
                size="xs"
                mt={4}
                placeholder="SN"
                aria-label={`Serial number ${line.id}`}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => onSerial(line.id, event.currentTarget.value)}
              />
            )}
          </Row>
        ))}
    </RowList>
  </section>
)

// — Use bulk run

/** The number of purchases per request: enough to be fast, few enough to show progress and to stop in between. */
const portion = 20

interface BulkCommand {
  act: PurchaseAct
  lines: Pick<PreviewLine, 'id'>[]
  serials: ReadonlyMap<bigint, string>
  description: string
}

/** Sends the action for many purchases in batches and collects the results. */
function useBulkRun() {
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [stopping, setStopping] = useState(false)
  const stop = useRef(false)
  const refresh = useRefreshAdminPurchases()

  async function run({ act, lines, serials, description }: BulkCommand): Promise<LineResult[]> {
    const results: LineResult[] = []
    try {
      for (let from = 0; from < lines.length; from += portion) {
        setProgress({ done: from, of: lines.length })
        const now = lines.slice(from, from + portion)
        const sent = now.map(({ id }) => ({ id: Number(id), serialnumber: serials.get(id) || undefined }))
        const answer = stop.current ? 'stopped' : await applyBulkAction({ act, lines: sent, description }).catch((error: Error) => error)
        if (Array.isArray(answer)) {
          results.push(...answer)
          continue
        }
        // If no batch succeeded, the form shows the error; otherwise the results so far must be shown.
        if (answer instanceof Error && results.length === 0) throw answer
        const [message, rest] = [answer === 'stopped' ? untried : `${answer.message} ${uncertain}`, lines.slice(from + portion)]
        results.push(...failed(now, message), ...failed(rest, untried))
        break
      }
      return results
    } finally {
      setProgress(undefined)
      void refresh()
    }
  }

  return {
    run,
    progress,
    stopping,
    stop: () => {
      stop.current = true
      setStopping(true)
    },
  }
}

const untried = 'Belum dicoba'
const uncertain = 'Belum pasti apakah sudah diputuskan; lihat statusnya'

const failed = (lines: BulkCommand['lines'], msg: string): LineResult[] => lines.map(({ id }) => ({ id, done: false, msg, code: null }))
