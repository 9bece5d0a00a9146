import { type Difference, differenceKinds } from '@lapak/contract/funds/reconciliation'
import { wib } from '@lapak/contract/shared/time-text'
import { Modal, Stack } from '@mantine/core'
import { DifferenceState } from '#features/funds/reconciliation/difference-state.tsx'
import { useEnd } from '#features/funds/reconciliation/reconciliation.api.ts'
import { Sen } from '#features/funds/reconciliation/sen.tsx'
import { ago } from '#lib/ago.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { Facts } from '#ui/facts.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'

/** All about a difference, and the word that ends it. */
export function DifferenceDialog({ of, onClose }: { of: Difference; onClose: () => void }) {
  useFocusBack()
  const ending = useEnd(of)
  return (
    <Modal opened onClose={onClose} title={`Selisih ${of.id}`}>
      <Stack gap="md">
        <DifferenceFacts of={of} />
        {of.endedat === null && (
          <ReasonForm
            hint="Tidak ada yang dibukukan karenanya: apa penyebabnya, dan di mana diselesaikan"
            does="Selesaikan"
            send={(reason) => ending.mutateAsync(reason)}
            onClose={onClose}
          />
        )}
      </Stack>
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
