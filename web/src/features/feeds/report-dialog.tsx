import { commentMax, type ReportReason, reportReasons } from '@lapak/contract/feeds'
import { Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type Reported, useReport } from '#features/feeds/feeds.api.ts'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** A member says to the administrators what is wrong with a post or a comment. */
export function ReportDialog({ about, name, onClose }: { about: Reported; name: string; onClose: () => void }) {
  useFocusBack()
  const report = useReport(about)
  const what = about.comment === undefined ? 'kiriman' : 'komentar'
  const { field, formProps, busy, unsent } = useServerForm({
    initialValues: { reason: '', msg: '' },
    validate: { reason: (reason) => (reason ? null : 'Pilih masalahnya') },
    send: ({ reason, msg }) => report.mutateAsync({ reason: reason as ReportReason, msg: msg.trim() }),
    onSent: onClose,
  })
  const { close, asking } = useAskBeforeClosing(unsent, 'Laporan belum dikirim. Tutup dan buang isiannya?', onClose)
  return (
    <Modal
      opened
      onClose={() => !busy && close()}
      title={`Laporkan ${what}`}
      size={420}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <form {...formProps}>
        <Stack gap="md">
          <Text size="sm">
            {what === 'kiriman' ? 'Kiriman' : 'Komentar'} {name} dilihat admin, yang memutuskan apakah disembunyikan. Penulisnya tidak tahu
            siapa yang melapor.
          </Text>
          <Radio.Group label="Masalahnya" {...field('reason')}>
            <Stack gap="xs" mt={4}>
              {Object.entries(reportReasons).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea label="Penjelasan (boleh kosong)" autosize minRows={2} maxLength={commentMax} {...field('msg')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={close}>
              Tutup
            </Button>
            <Button type="submit" loading={busy}>
              Kirim laporan
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
