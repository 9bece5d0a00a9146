import { wib } from '@lapak/contract/time-text'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { healthQuery } from '#features/health/health.api.ts'
import { HealthCards } from '#features/health/health-cards.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

/** Whether the house runs, and what of it waits for too long. */
export function KesehatanPage() {
  const { data, error, refetch } = useQuery(healthQuery)
  return (
    <PageFrame title="Kesehatan" wide>
      <Text size="sm" c="dimmed">
        {data && `Dilihat ${wib(data.at)}. `}Kapan sesuatu ditandai, diatur di{' '}
        <Link to="/admin/pengaturan" search={{ search: 'health' }} className={link.inline}>
          Pengaturan
        </Link>
        .
      </Text>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <HealthCards of={data} />
      ) : (
        <Skeleton height={480} />
      )}
    </PageFrame>
  )
}
