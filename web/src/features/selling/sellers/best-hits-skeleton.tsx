import { Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CardGrid } from '#ui/card-grid.tsx'

/** The frame of the section with the best-selling sellers on the home page; also used while the section is loading. */
export function BestHitsSection({ children }: { children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" mt={8} aria-labelledby="best-hit">
      <Title order={2} id="best-hit">
        Best Hit Of The Day
      </Title>
      {children}
    </Stack>
  )
}

export const BestHitsSkeleton = () => (
  <BestHitsSection>
    <CardGrid minCardWidth={260} columnsOnPhones={2} aria-busy>
      {['a', 'b', 'c', 'd'].map((bone) => (
        <Skeleton key={bone} component="li" height={70} radius={12} />
      ))}
    </CardGrid>
  </BestHitsSection>
)
