import { cashOutCases } from '@lapak/contract/funds/cash-outs'
import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { Section } from '#ui/section.tsx'

const cases = new Intl.ListFormat('id', { type: 'disjunction' }).format(Object.values(cashOutCases).map((name) => name.toLowerCase()))

/** Explains to a member that does not sell when the balance can be taken out: only in special cases. */
export const SpecialCashOut = ({ onOpen }: { onOpen: () => void }) => (
  <Section
    title="Kasus khusus"
    hint={`Saldo dipakai untuk bertransaksi. Penarikan hanya untuk ${cases}.`}
    action={
      <Button variant="default" leftSection={<IconCashBanknote size={18} />} onClick={onOpen}>
        Tarik saldo
      </Button>
    }
  />
)
