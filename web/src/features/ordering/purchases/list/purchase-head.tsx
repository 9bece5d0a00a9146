import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { Skeleton, Stack, Text } from '@mantine/core'
import classes from '#features/ordering/purchases/list/purchase-drawer.module.css'
import { PurchaseStatus } from '#features/ordering/purchases/list/purchase-status.tsx'
import { groupInFours } from '#lib/targets.ts'

/** Target, product and state: the head of every drawer about a purchase. */
export const PurchaseHead = ({ of }: { of: Pick<PurchaseRow, 'target' | 'productname' | 'transactionrc'> }) => (
  <div className={classes.head}>
    <div>
      <Text fw={650} size="lg">
        {groupInFours(of.target)}
      </Text>
      <Text size="sm" c="dimmed">
        {of.productname}
      </Text>
    </div>
    <PurchaseStatus of={of.transactionrc} />
  </div>
)

export const PurchaseSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={24} width="60%" />
    <Skeleton height={52} />
    {[70, 55, 80, 60, 75].map((width) => (
      <Skeleton key={width} height={16} width={`${width}%`} />
    ))}
  </Stack>
)
