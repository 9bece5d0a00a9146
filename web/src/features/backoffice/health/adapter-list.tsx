import type { AdapterState } from '@lapak/contract/backoffice/health'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { adapterLabels } from '#features/backoffice/health/adapter-labels.ts'
import { adaptersQuery, useTestAdapter } from '#features/backoffice/health/health.api.ts'
import classes from '#features/backoffice/health/health-cards.module.css'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The external services of Lapak, their state, and a button to test each. */
export function AdapterList() {
  const { data, error, refetch } = useQuery(adaptersQuery)
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <div className={classes.cards}>
      {data.map((adapter) => (
        <Adapter key={adapter.nama} of={adapter} />
      ))}
    </div>
  )
}

function Adapter({ of: { nama, jalan, bisadites, sukses, gagal } }: { of: AdapterState }) {
  const testing = useTestAdapter(nama)
  const result = testing.data?.data
  const name = adapterLabels[nama]
  return (
    <Card component="section" aria-label={name} className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>{name}</h2>
        <Way of={jalan} />
      </div>
      <Facts
        facts={[
          { label: 'Berhasil terakhir', value: sukses && <RelativeTime at={sukses} /> },
          { label: 'Gagal terakhir', value: gagal && <Failure of={gagal} /> },
        ]}
      />
      {bisadites ? (
        <Button variant="default" size="sm" loading={testing.isPending} aria-label={`Tes ${name}`} onClick={() => testing.mutate()}>
          Tes
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {jalan === null ? 'Diatur oleh pengelola server.' : 'Ia yang mengirim; kabar terakhirnya tampil di atas.'}
        </Text>
      )}
      <Text size="sm" role="status" c={testing.error || result?.berhasil === false ? 'red.8' : undefined}>
        {testing.error?.message ?? (result && `${result.berhasil ? 'Berhasil' : 'Gagal'}: ${result.pesan}`)}
      </Text>
    </Card>
  )
}

const Failure = ({ of: { at, pesan } }: { of: NonNullable<AdapterState['gagal']> }) => (
  <>
    <RelativeTime at={at} />: {pesan}
  </>
)

function Way({ of }: { of: string | null }) {
  if (of === null) return <StatusBadge colour="gray" icon={IconCircleOff} label="Tidak diatur" />
  if (of === 'sandbox') return <StatusBadge colour="orange" icon={IconTestPipe} label="Sandbox" />
  return <StatusBadge colour="green" icon={IconCircleCheck} label={of} />
}
