import { type DisputeReason, disputeReasons, disputeWordsMax } from '@lapak/contract/disputes'
import { Button, Group, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useReport } from '#features/disputes/disputes.api.ts'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useLayer } from '#lib/layers.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** The buyer says what is wrong with a success. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  useFocusBack()
  useLayer(true)
  const report = useReport()
  const { field, formProps, busy, unsent } = useServerForm({
    initialValues: { reason: '', msg: '' },
    validate: { reason: (reason) => (reason ? null : 'Pilih masalahnya'), msg: reasonError },
    send: ({ reason, msg }) => report.mutateAsync({ idtrx: Number(id), reason: reason as DisputeReason, msg: msg.trim() }),
    onSent: onClose,
  })
  const { close, asking } = useAskBeforeClosing(unsent, 'Laporan belum dikirim. Tutup dan buang isiannya?', onClose)
  return (
    <Modal opened onClose={() => !busy && close()} title="Laporkan masalah" size={420} closeOnClickOutside={false} closeOnEscape={!asking}>
      <form {...formProps}>
        <Stack gap="md">
          <Radio.Group label="Masalahnya" {...field('reason')}>
            <Stack gap="xs" mt={4}>
              {Object.entries(disputeReasons).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Penjelasan"
            description="Suplier dan admin membacanya"
            autosize
            minRows={3}
            maxLength={disputeWordsMax}
            {...field('msg')}
          />
          <Text size="sm">Suplier menjawab dulu. Bila tidak dijawab sampai tenggat, admin yang memutuskan.</Text>
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
