import { Button, Stack } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import { NumberPicker } from '#features/ordering/purchases/buying/buy-picker.tsx'
import { useUnfinishedCount } from '#features/ordering/purchases/buying/many-stored.ts'
import { ResumeList } from '#features/ordering/purchases/buying/resume-list.tsx'
import { asSentence } from '#lib/sentence.ts'

/** The step in which the buyer enters the target and selects one of its products. */
export function ChooseStep({ flow }: { flow: BuyFlow }) {
  return (
    <Stack gap="sm">
      {flow.target === '' && <ResumeList onOpen={() => flow.toMany('')} />}
      <NumberPicker
        autoFocus
        typed={flow.target}
        wanted={flow.wanted}
        error={targetErrorOf(flow)}
        hint="Ketik nomor tujuan, atau kode dan nomor seperti S10 0812…, untuk melihat produk yang bisa dibeli."
        onType={flow.type}
        onRecent={flow.take}
        onAgain={flow.take}
        onChoose={flow.choose}
        onMany={flow.toMany}
      />
      {flow.target === '' && <ManyButton onOpen={() => flow.toMany('')} />}
    </Stack>
  )
}

/** The button for a list of orders. A list whose sending has begun must be completed before another list can be sent. */
function ManyButton({ onOpen }: { onOpen: () => void }) {
  const isBegun = useUnfinishedCount() !== null
  return (
    !isBegun && (
      <Button variant="subtle" leftSection={<IconListNumbers size={18} aria-hidden />} onClick={onOpen}>
        Banyak nomor sekaligus
      </Button>
    )
  )
}

/** The server's error about the target, shown at the target field. */
export const targetErrorOf = ({ refusal }: BuyFlow): string | null =>
  refusal?.kind === 'field' && refusal.field === 'target' ? `${asSentence(refusal.message)} Saldo tidak berubah.` : null
