import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type Decision, useDecide } from '#features/feeds/feeds.api.ts'
import { useLayer } from '#lib/layers.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'

const words = {
  hide: { title: 'Sembunyikan', verb: 'Sembunyikan', hint: 'Penulisnya membaca alasan ini sebagai gantinya' },
  restore: { title: 'Tampilkan lagi', verb: 'Tampilkan lagi', hint: 'Tercatat di audit' },
  keep: { title: 'Tutup laporan', verb: 'Biarkan tampil', hint: 'Laporannya ditutup; tercatat di audit' },
} as const

/** The words with which an administrator hides something, shows it again, or leaves it. */
export function DecideDialog({ about, onClose }: { about: Decision; onClose: () => void }) {
  useFocusBack()
  useLayer(true)
  const deciding = useDecide(about)
  const { title, verb, hint } = words[about.decision]
  const what = about.comment === undefined ? 'kiriman' : 'komentar'
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    send: ({ reason }) => deciding.mutateAsync(reason.trim()),
    onSent: onClose,
  })
  return (
    <Modal opened onClose={() => !busy && onClose()} title={`${title} ${what}`} size={420}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput label="Alasan" description={hint} maxLength={300} autoComplete="off" data-autofocus {...field('reason')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={onClose}>
              Batal
            </Button>
            <Button type="submit" color={about.decision === 'hide' ? 'red' : 'green'} loading={busy}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
