import {
  type DisputeKind,
  type DisputeRow,
  disputeKinds,
  disputeNouns,
  disputeReasons,
  disputeWordsMax,
} from '@lapak/contract/ordering/disputes'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DisputeState } from '#features/ordering/disputes/dispute-state.tsx'
import { disputeOfPurchaseQuery, useOpenDispute } from '#features/ordering/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/ordering/disputes/disputes.live.ts'
import { ReportDialog } from '#ui/report-dialog.tsx'
import link from '#ui/text-link.module.css'

/** For an own successful purchase: the state of its dispute, or the buttons to open a dispute while the time limit has not passed. */
export function DisputeOfPurchase({ id }: { id: string }) {
  useLiveDisputes()
  const { data } = useQuery(disputeOfPurchaseQuery(id))
  const [reporting, setReporting] = useState<DisputeKind | null>(null)
  if (!data) return null
  const { dispute, until, retursampai } = data
  if (!dispute && !until && !retursampai) return null
  return (
    <Stack gap={4} align="flex-start">
      {dispute && <Made of={dispute} />}
      {until ? (
        <>
          <Button variant="default" leftSection={<IconMessageReport size={18} aria-hidden />} onClick={() => setReporting('dispute')}>
            Laporkan masalah
          </Button>
          <Text size="xs" c="dimmed">
            Sampai {wib(until)}
          </Text>
        </>
      ) : (
        retursampai && (
          <>
            <Button variant="default" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={() => setReporting('return')}>
              Ajukan retur
            </Button>
            <Text size="xs" c="dimmed">
              Sampai {wib(retursampai)}
            </Text>
          </>
        )
      )}
      {reporting && <ReportPurchase id={id} kind={reporting} onClose={() => setReporting(null)} />}
    </Stack>
  )
}

/** The state of a dispute or return of this purchase. */
const Made = ({ of }: { of: DisputeRow }) => (
  <>
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {of.jenis === 'return' ? `${disputeKinds.return}: ${disputeReasons[of.reason]}` : disputeReasons[of.reason]}
      </Text>
      <DisputeState of={of.state} />
    </Group>
    <Link to="/trxpembelian" search={{ tab: 'sengketa', sengketa: of.id.toString() }} className={link.link}>
      Lihat {disputeNouns[of.jenis]}
    </Link>
  </>
)

/** The form that opens a dispute about a successful purchase, or requests a return. */
function ReportPurchase({ id, kind, onClose }: { id: string; kind: DisputeKind; onClose: () => void }) {
  const report = useOpenDispute()
  return (
    <ReportDialog
      {...(kind === 'return' ? { title: 'Ajukan retur', submitLabel: 'Ajukan retur' } : { title: 'Laporkan masalah' })}
      reasons={disputeReasons}
      descriptionProps={{ label: 'Penjelasan', description: 'Suplier dan admin membacanya', minRows: 3, maxLength: disputeWordsMax }}
      descriptionRequired
      contentBelow={<Text size="sm">Suplier menjawab dulu. Bila tidak dijawab sampai tenggat, admin yang memutuskan.</Text>}
      send={(details) => report.mutateAsync({ idtrx: Number(id), jenis: kind, ...details })}
      onClose={onClose}
    />
  )
}
