import type { BookVerification } from '@lapak/contract/funds/treasury'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useVerifyBooks, verificationsQuery } from '#features/funds/treasury/treasury.api.ts'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { Table } from '#ui/table.tsx'

/** The result of the last ledger verification, and earlier findings. */
export function VerificationSection() {
  const { waiting, ask } = useVerifyBooks()
  const { data, error, refetch } = useQuery({ ...verificationsQuery, refetchInterval: waiting ? 1_500 : 60_000 })
  const newest = data?.[0]
  return (
    <Section
      title="Pembukuan"
      hint={hintOf(data)}
      action={
        <Button variant="default" loading={waiting} onClick={ask}>
          Periksa sekarang
        </Button>
      }
    >
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={28} width={120} />}
      {newest && (
        <Stack gap="sm">
          <Outcome of={newest} />
          {newest.breaches.map(({ rule, row }) => (
            <Text key={rule} size="sm">
              {rule}: {row}
            </Text>
          ))}
          <Earlier proofs={data.slice(1)} />
        </Stack>
      )}
    </Section>
  )
}

function hintOf(proofs: BookVerification[] | undefined): string {
  const newest = proofs?.[0]
  if (newest) return `Diperiksa ${wib(newest.at)}, ${newest.rules} aturan, ${seconds(newest.tookms)}`
  return proofs ? 'Belum pernah diperiksa' : 'Diperiksa setiap malam'
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1).replace('.', ',')} detik`

const Outcome = ({ of: { sound, breaches } }: { of: BookVerification }) =>
  sound ? (
    <StatusBadge colour="green" icon={IconCircleCheck} label="Cocok" />
  ) : (
    <StatusBadge colour="red" icon={IconCircleX} label={`Tidak cocok: ${breaches.length} aturan`} />
  )

const earlierShown = 7

function Earlier({ proofs }: { proofs: BookVerification[] }) {
  if (proofs.length === 0) return null
  return (
    <Table aria-label="Pemeriksaan sebelumnya">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Pemeriksaan sebelumnya</Table.Th>
          <Table.Th>Hasil</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {proofs.slice(0, earlierShown).map((verification) => (
          <Table.Tr key={verification.at.toISOString()}>
            <Table.Td>{wib(verification.at)}</Table.Td>
            <Table.Td>
              <Outcome of={verification} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
