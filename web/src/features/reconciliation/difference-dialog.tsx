import { type Difference, differenceKinds } from '@lapak/contract/reconciliation'
import { wib } from '@lapak/contract/time-text'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { DifferenceState } from '#features/reconciliation/difference-state.tsx'
import { useEnd } from '#features/reconciliation/reconciliation.api.ts'
import { Sen } from '#features/reconciliation/sen.tsx'
import { ago } from '#lib/ago.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Facts } from '#ui/facts.tsx'

/** All about a difference, and the word that ends it. */
export function DifferenceDialog({ of, onClose }: { of: Difference; onClose: () => void }) {
  useFocusBack()
  const ending = useEnd(of)
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    send: ({ reason }) => ending.mutateAsync(reason.trim()),
    onSent: onClose,
  })
  return (
    <Modal opened onClose={() => !busy && onClose()} title={`Selisih ${of.id}`}>
      <form {...formProps}>
        <Stack gap="md">
          <DifferenceFacts of={of} />
          {of.endedat === null && (
            <>
              <TextInput
                label="Alasan"
                description="Tidak ada yang dibukukan karenanya: apa penyebabnya, dan di mana diselesaikan"
                maxLength={300}
                autoComplete="off"
                data-autofocus
                {...field('reason')}
              />
              <Group justify="flex-end" gap="xs">
                <Button variant="default" disabled={busy} onClick={onClose}>
                  Batal
                </Button>
                <Button type="submit" loading={busy}>
                  Selesaikan
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Modal>
  )
}

const DifferenceFacts = ({ of }: { of: Difference }) => (
  <Facts
    facts={[
      { label: 'Status', value: <DifferenceState of={of} /> },
      { label: 'Jenis', value: differenceKinds[of.kind] },
      { label: of.scope === 'bank' ? 'Bank' : 'Suplier', value: of.name },
      { label: 'Hari', value: of.hari.replaceAll('-', '/') },
      { label: 'Referensi', value: of.reference },
      { label: of.scope === 'bank' ? 'Menurut bank' : 'Menurut suplier', value: <Sen of={of.theirs} /> },
      { label: 'Menurut Lapak', value: <Sen of={of.ours} /> },
      { label: 'Keterangan', value: of.keterangan },
      { label: 'Ditemukan', value: `${wib(of.createat)} (${ago(of.createat)})` },
      { label: 'Diselesaikan', value: of.endedat && `${wib(of.endedat)}, ${of.endedby}` },
      { label: 'Alasan', value: of.endedreason },
    ]}
  />
)
