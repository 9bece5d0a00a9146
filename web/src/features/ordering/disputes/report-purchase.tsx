import { type DisputeKind, disputeReasons, disputeWordsMax } from '@lapak/contract/ordering/disputes'
import { Text } from '@mantine/core'
import { useReport } from '#features/ordering/disputes/disputes.api.ts'
import { ReportDialog } from '#ui/report-dialog.tsx'

/** The buyer says what is wrong with a success, or why it is to be given back. */
export function ReportPurchase({ id, kind, onClose }: { id: string; kind: DisputeKind; onClose: () => void }) {
  const report = useReport()
  return (
    <ReportDialog
      {...(kind === 'return' ? { title: 'Ajukan retur', does: 'Ajukan retur' } : { title: 'Laporkan masalah' })}
      reasons={disputeReasons}
      words={{ label: 'Penjelasan', description: 'Suplier dan admin membacanya', minRows: 3, maxLength: disputeWordsMax }}
      wordsNeeded
      after={<Text size="sm">Suplier menjawab dulu. Bila tidak dijawab sampai tenggat, admin yang memutuskan.</Text>}
      send={(details) => report.mutateAsync({ idtrx: Number(id), jenis: kind, ...details })}
      onClose={onClose}
    />
  )
}
