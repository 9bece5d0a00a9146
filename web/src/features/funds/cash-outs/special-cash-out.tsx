import { cashOutCases } from '@lapak/contract/funds/cash-outs'
import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { Section } from '#ui/section.tsx'

const cases = new Intl.ListFormat('id', { type: 'disjunction' }).format(Object.values(cashOutCases).map((name) => name.toLowerCase()))

/** Who sells nothing takes its balance out for a reason only, and finds here how. */
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
