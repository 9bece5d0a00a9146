import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#features/funds/reconciliation/compared-sides-card.module.css'
import { SenAmount } from '#features/funds/reconciliation/sen-amount.tsx'

interface SidesCardProps {
  title: string
  mark: ReactNode
  /** The labels of the two compared sides: first the bank, the seller or the provider, then the platform. */
  sides: [string, string]
  lines: { label: string; values: [bigint | null, bigint | null] }[]
}

/** A day on a phone: the sums of both sides next to each other. */
export function ComparedSidesCard({ title, mark, sides, lines }: SidesCardProps) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {title}
        </Text>
        {mark}
      </Group>
      <table className={classes.sides}>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, values: [theirs, ours] }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <SenAmount of={theirs} />
              </td>
              <td>
                <SenAmount of={ours} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}
