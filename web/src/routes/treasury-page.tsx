import { Button, Group } from '@mantine/core'
import { IconAdjustments, IconArrowsExchange, IconRefresh, IconUserDollar } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountTable } from '#features/funds/treasury/account-table.tsx'
import { AdjustmentDialog } from '#features/funds/treasury/adjustment-dialog.tsx'
import { BalanceCards } from '#features/funds/treasury/balance-cards.tsx'
import { ClosedAccountsSection } from '#features/funds/treasury/closed-accounts-section.tsx'
import { CorrectionDialog } from '#features/funds/treasury/correction-dialog.tsx'
import { HistoryDrawer } from '#features/funds/treasury/history-drawer.tsx'
import { JournalSection } from '#features/funds/treasury/journal-section.tsx'
import { TransferDialog } from '#features/funds/treasury/transfer-dialog.tsx'
import { useRefreshCash } from '#features/funds/treasury/treasury.api.ts'
import { useLiveCash } from '#features/funds/treasury/treasury.live.ts'
import { VerificationSection } from '#features/funds/treasury/verification-section.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import { Section } from '#ui/section.tsx'

const route = getRouteApi('/signed-in/administration/account')

type Dialog = 'transfer' | 'adjustment' | 'correction'

/** The page of the platform's cash accounts, the ledger verifications, and manual bookings. */
export function TreasuryPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<Dialog>()
  useLiveCash()
  const close = () => setDialog(undefined)
  return (
    <PageFrame title="Akun kas" wide action={<Actions onOpen={setDialog} />}>
      <BalanceCards />
      <Section title="Saldo per akun">
        <AccountTable onOpen={(code) => searchParams.push({ code })} />
      </Section>
      <ClosedAccountsSection />
      <VerificationSection />
      <JournalSection />
      <HistoryDrawer at={searchParams} onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })} />
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
