import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/purchases/buying/buy-dialog.module.css'
import { recentTargetsQuery } from '#features/purchases/purchases.api.ts'
import { inFours } from '#lib/targets.ts'

/** The numbers bought for last: one tap instead of typing. A failed reading only leaves them out. */
export function RecentTargets({ hint, onChoose }: { hint?: string; onChoose: (target: string) => void }) {
  const { data, isPending } = useQuery(recentTargetsQuery)
  if (isPending) return <Skeleton height={56} radius={12} />
  if (!data || data.length === 0) return hint && <Text c="dimmed">{hint}</Text>
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600} c="dimmed" id="nomor-terakhir">
        Nomor terakhir
      </Text>
      <ul className={classes.choices} aria-labelledby="nomor-terakhir">
        {data.map(({ target, productname }) => (
          <li key={target}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(target)}>
              <IconHistory size={20} aria-hidden className={classes.quiet} />
              <span className={classes.what}>
                <span className={classes.productName}>{inFours(target)}</span>
                <span className={classes.quiet}>{productname}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
