import { wib } from '@lapak/contract/shared/time-text'
import type { SettingRow } from '@lapak/contract/system/settings'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { valueWord } from '#features/system/settings/setting-labels.ts'
import classes from '#features/system/settings/setting-list.module.css'
import { settingHistoryQuery } from '#features/system/settings/settings.api.ts'
import { ErrorState } from '#ui/states.tsx'

/** Who made what of it, when and why. */
export function SettingHistory({ row }: { row: SettingRow }) {
  const { data, error, refetch } = useQuery(settingHistoryQuery(row.name))
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return (
    <section aria-label="Riwayat perubahan">
      <Title order={3} size="h5" mb={8}>
        Riwayat perubahan
      </Title>
      {!data ? (
        <Skeleton height={64} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Belum pernah diubah
        </Text>
      ) : (
        <ul className={classes.history}>
          {data.map(({ id, before, after, by, reason, at }) => (
            <li key={id}>
              <Text size="sm" fw={600}>
                {valueWord(row, before)} → {valueWord(row, after)}
              </Text>
              <Text size="sm">{reason}</Text>
              <Text size="xs" c="dimmed">
                {by}, {wib(at)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
