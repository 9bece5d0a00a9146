import { Skeleton, Stack } from '@mantine/core'

/** Placeholder of the product list. */
export function ChoiceSkeleton() {
  return (
    <Stack gap={8} aria-busy>
      {['a', 'b', 'c', 'd'].map((bone) => (
        <Skeleton key={bone} height={60} radius={12} />
      ))}
    </Stack>
  )
}
