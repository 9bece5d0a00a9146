import { type ModerationDecision, useModerate } from '#features/community/feeds/feeds.api.ts'
import { ReasonDialog } from '#ui/reason-form.tsx'

const words = {
  hide: { title: 'Sembunyikan', verb: 'Sembunyikan', hint: 'Penulisnya membaca alasan ini sebagai gantinya' },
  restore: { title: 'Tampilkan lagi', verb: 'Tampilkan lagi', hint: 'Tercatat di audit' },
  keep: { title: 'Tutup laporan', verb: 'Biarkan tampil', hint: 'Laporannya ditutup; tercatat di audit' },
} as const

/** The form for the note with which an administrator hides a post or comment, shows it again, or rejects the reports about it. */
export function ModerationDialog({ about, onClose }: { about: ModerationDecision; onClose: () => void }) {
  const deciding = useModerate(about)
  const { title, verb, hint } = words[about.decision]
  const what = about.comment === undefined ? 'kiriman' : 'komentar'
  return (
    <ReasonDialog
      title={`${title} ${what}`}
      size={420}
      hint={hint}
      submitLabel={verb}
      danger={about.decision === 'hide'}
      send={(reason) => deciding.mutateAsync(reason)}
      onClose={onClose}
    />
  )
}
