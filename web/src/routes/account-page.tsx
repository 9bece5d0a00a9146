import { Button, Group } from '@mantine/core'
import { IconAdjustments, IconArrowsExchange, IconRefresh, IconUserDollar } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountTable } from '#features/cash-accounts/account-table.tsx'
import { AdjustmentDialog } from '#features/cash-accounts/adjustment-dialog.tsx'
import { BalanceCards } from '#features/cash-accounts/balance-cards.tsx'
import { useRefreshCash } from '#features/cash-accounts/cash-accounts.api.ts'
import { useLiveCash } from '#features/cash-accounts/cash-accounts.live.ts'
import { CorrectionDialog } from '#features/cash-accounts/correction-dialog.tsx'
import { HistoryDrawer } from '#features/cash-accounts/history-drawer.tsx'
import { JournalSection } from '#features/cash-accounts/journal-section.tsx'
import { ProofSection } from '#features/cash-accounts/proof-section.tsx'
import { ShutSection } from '#features/cash-accounts/shut-section.tsx'
import { TransferDialog } from '#features/cash-accounts/transfer-dialog.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import { Section } from '#ui/section.tsx'

const route = getRouteApi('/signed-in/administration/account')

type Dialog = 'transfer' | 'adjustment' | 'correction'

/** Where the house's money is, whether it is what the books say, and what is booked by hand. */
export function AccountPage() {
  const at = useAddress(route.useSearch())
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<Dialog>()
  useLiveCash()
  const close = () => setDialog(undefined)
  return (
    <PageFrame title="Akun kas" wide action={<Actions onOpen={setDialog} />}>
      <BalanceCards />
      <Section title="Saldo per akun">
        <AccountTable onOpen={(code) => at.open({ code })} />
      </Section>
      <ShutSection />
      <ProofSection />
      <JournalSection />
      <HistoryDrawer at={at} onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })} />
      {dialog === 'transfer' && <TransferDialog onClose={close} />}
      {dialog === 'adjustment' && <AdjustmentDialog onClose={close} />}
      {dialog === 'correction' && <CorrectionDialog onClose={close} />}
    </PageFrame>
  )
}

function Actions({ onOpen }: { onOpen: (dialog: Dialog) => void }) {
  const refresh = useRefreshCash()
  return (
    <Group gap="xs">
      <Button color="orange" leftSection={<IconArrowsExchange size={18} aria-hidden />} onClick={() => onOpen('transfer')}>
        Transfer Kas
      </Button>
      <Button variant="default" leftSection={<IconUserDollar size={18} aria-hidden />} onClick={() => onOpen('adjustment')}>
        Penyesuaian
      </Button>
      <Button variant="default" leftSection={<IconAdjustments size={18} aria-hidden />} onClick={() => onOpen('correction')}>
        Koreksi
      </Button>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => void refresh()}>
        Refresh
      </Button>
    </Group>
  )
}
