import { wib } from '@lapak/contract/shared/time-text'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type DeliveryAttempt, deliveryQuery } from '#features/partners/callbacks/callbacks.api.ts'
import classes from '#features/partners/callbacks/delivery-list.module.css'
import { Row, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'

/** All attempts to deliver a callback, each with the receiver's answer. */
export function DeliveryAttempts({ attempts }: { attempts: DeliveryAttempt[] }) {
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Belum dicoba.
      </Text>
    )
  return (
    <RowList>
      {attempts.map((attempt) => (
        <Row key={attempt.at.toISOString()}>
          <div className={classes.line}>
            <Text size="sm" fw={600}>
              {attempt.status === null ? 'Tidak ada jawaban' : `HTTP ${attempt.status}`}
            </Text>
            <span className={classes.moment}>
              {wib(attempt.at)} · {attempt.tookms} ms
            </span>
          </div>
          {attempt.answer && <span className={classes.code}>{attempt.answer}</span>}
        </Row>
      ))}
    </RowList>
  )
}

/** The attempts of a callback, shown below its row in the log. They are loaded when the row is expanded. */
export function LoadedAttempts({ id }: { id: bigint }) {
  const { data, error, refetch } = useQuery(deliveryQuery(id.toString()))
  if (data) return <DeliveryAttempts attempts={data.attempts} />
  return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton height={48} />
}
