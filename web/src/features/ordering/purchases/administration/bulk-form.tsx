import type { LineResult, PreviewLine, PurchaseAct } from '@lapak/contract/ordering/purchases'
import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { actWords } from '#features/ordering/purchases/administration/act-labels.ts'
import { BulkLines } from '#features/ordering/purchases/administration/bulk-lines.tsx'
import { useBulkRun } from '#features/ordering/purchases/administration/use-bulk-run.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmed } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'

interface BulkFormProps {
  act: PurchaseAct
  lines: PreviewLine[]
  onRunning: (running: boolean) => void
  onDone: (results: LineResult[]) => void
  onClose: () => void
}

/** What can be done, the one reason for all of it, and the question before it. */
export function BulkForm({ act, lines, onRunning, onDone, onClose }: BulkFormProps) {
  const { label, danger = false, beware, questionOfMany } = actWords[act]
  const [serials, setSerials] = useState<ReadonlyMap<bigint, string>>(new Map())
  const { run, progress, stopping, stop } = useBulkRun()
  const possible = lines.filter(({ can }) => can !== null)
  const { field, formProps, busy, unsent } = useServerForm({
    initialValues: { description: '' },
    validate: { description: reasonError },
    before: () => confirmed({ question: questionOfMany(possible.length, sumOf(possible)), danger }),
    send: async ({ description }) => {
      onRunning(true)
      return run({ act, lines: possible, serials, description: description.trim() }).finally(() => onRunning(false))
    },
    onSent: onDone,
  })
  useAskBeforeLeaving(unsent || busy, busy ? 'Keputusan sedang dikirim. Tinggalkan?' : 'Keputusan ini belum dikirim. Tinggalkan?')
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
