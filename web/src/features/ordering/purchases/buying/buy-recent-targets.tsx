import { ActionIcon, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconHistory, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FavouriteButton } from '#features/market-data/favourites/favourite-button.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { recentTargetsQuery } from '#features/ordering/purchases/purchases.api.ts'
import { groupInFours, toNationalMobile } from '#lib/targets.ts'

interface RecentTargetsProps {
  /** The typed part of a target; only matching targets are shown. */
  typed?: string
  most?: number | undefined
  /** Targets that are already shown above this list, and so are left out. */
  without?: ReadonlySet<string>
  hint?: string | undefined
  onChoose: (target: string) => void
  /** Buys the product that was last bought for the target again. */
  onAgain?: (target: string, productcode: string) => void
}

/** The recent targets, which the buyer can tap instead of typing. If they cannot be loaded, nothing is shown. */
export function RecentTargets({ typed = '', most, without, hint, onChoose, onAgain }: RecentTargetsProps) {
  const heading = useId()
  const { data, isPending } = useQuery(recentTargetsQuery)
  if (isPending) return <Skeleton height={56} radius={12} />
  const fitting = data?.filter(({ target }) => target.includes(typed) || target.startsWith(toNationalMobile(typed))) ?? []
  const shown = fitting.filter(({ target }) => !without?.has(target)).slice(0, most)
  if (shown.length === 0) return hint && !without?.size && <Text c="dimmed">{hint}</Text>
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} c="dimmed" id={heading}>
        Nomor terakhir
      </Text>
      <ul className={classes.people} aria-labelledby={heading}>
        {shown.map(({ target, productcode, productname }) => (
          <li key={target} className={classes.recent}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(target)}>
              <IconHistory size={20} aria-hidden className={classes.recentMark} />
              <span className={classes.what}>
                <span className={classes.productName}>{groupInFours(target)}</span>
                <span className={classes.quiet}>{productname}</span>
              </span>
            </UnstyledButton>
            {onAgain && (
              <>
                <FavouriteButton small kept={{ target, productcode, productname }} />
                <ActionIcon
                  size={44}
                  variant="light"
                  color="green"
                  title="Beli lagi"
                  aria-label={`Beli lagi ${productname} untuk ${target}`}
                  onClick={() => onAgain(target, productcode)}
                >
                  <IconRepeat size={20} aria-hidden />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
