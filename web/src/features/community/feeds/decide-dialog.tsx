import { type Decision, useDecide } from '#features/community/feeds/feeds.api.ts'
import { ReasonDialog } from '#ui/reason-form.tsx'

const words = {
  hide: { title: 'Sembunyikan', verb: 'Sembunyikan', hint: 'Penulisnya membaca alasan ini sebagai gantinya' },
  restore: { title: 'Tampilkan lagi', verb: 'Tampilkan lagi', hint: 'Tercatat di audit' },
  keep: { title: 'Tutup laporan', verb: 'Biarkan tampil', hint: 'Laporannya ditutup; tercatat di audit' },
} as const

/** The form for the note with which an administrator hides a post or comment, shows it again, or rejects the reports about it. */
export function DecideDialog({ about, onClose }: { about: Decision; onClose: () => void }) {
  const deciding = useDecide(about)
  const { title, verb, hint } = words[about.decision]
  const what = about.comment === undefined ? 'kiriman' : 'komentar'
  return (
    <ReasonDialog
      title={`${title} ${what}`}
      size={420}
      hint={hint}
      does={verb}
      danger={about.decision === 'hide'}
      send={(reason) => deciding.mutateAsync(reason)}
      onClose={onClose}
    />
  )
}
