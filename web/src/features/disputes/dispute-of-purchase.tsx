import { disputeReasons } from '@lapak/contract/disputes'
import { wib } from '@lapak/contract/time-text'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DisputeState } from '#features/disputes/dispute-state.tsx'
import { ofPurchaseQuery } from '#features/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/disputes/disputes.live.ts'
import { ReportPurchase } from '#features/disputes/report-purchase.tsx'
import link from '#ui/text-link.module.css'

/** In the details of an own success: what came of the report about it, or the way to make one while there is time. */
export function DisputeOfPurchase({ id }: { id: string }) {
  useLiveDisputes()
  const { data } = useQuery(ofPurchaseQuery(id))
  const [reporting, setReporting] = useState(false)
  if (!data) return null
  const { dispute, until } = data
  if (dispute)
    return (
      <Stack gap={4} align="flex-start">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {disputeReasons[dispute.reason]}
          </Text>
          <DisputeState of={dispute.state} />
        </Group>
        <Link to="/trxpembelian" search={{ tab: 'sengketa', sengketa: dispute.id.toString() }} className={link.link}>
          Lihat laporan
        </Link>
      </Stack>
    )
  if (!until) return null
  return (
    <Stack gap={4} align="flex-start">
      <Button variant="default" leftSection={<IconMessageReport size={18} aria-hidden />} onClick={() => setReporting(true)}>
        Laporkan masalah
      </Button>
      <Text size="xs" c="dimmed">
        Sampai {wib(until)}
      </Text>
      {reporting && <ReportPurchase id={id} onClose={() => setReporting(false)} />}
    </Stack>
  )
}
