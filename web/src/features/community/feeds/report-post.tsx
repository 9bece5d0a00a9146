import { commentMax, reportReasons } from '@lapak/contract/community/feeds'
import { Text } from '@mantine/core'
import { type ReportTarget, useReportPost } from '#features/community/feeds/feeds.api.ts'
import { ReportDialog } from '#ui/report-dialog.tsx'

/** Reports a post or a comment to the administrators. */
export function ReportPost({ about, name, onClose }: { about: ReportTarget; name: string; onClose: () => void }) {
  const report = useReportPost(about)
  const what = about.comment === undefined ? 'kiriman' : 'komentar'
  return (
    <ReportDialog
      title={`Laporkan ${what}`}
      reasons={reportReasons}
      contentAbove={
        <Text size="sm">
          {what === 'kiriman' ? 'Kiriman' : 'Komentar'} {name} dilihat admin, yang memutuskan apakah disembunyikan. Penulisnya tidak tahu
          siapa yang melapor.
        </Text>
      }
      descriptionProps={{ label: 'Penjelasan (boleh kosong)', minRows: 2, maxLength: commentMax }}
      send={report.mutateAsync}
      onClose={onClose}
    />
  )
}
