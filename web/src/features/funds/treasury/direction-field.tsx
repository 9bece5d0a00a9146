import { SegmentedControl } from '@mantine/core'

export type Direction = 'in' | 'out'

interface DirectionFieldProps {
  labels: Record<Direction, string>
  value: Direction
  /** The only direction that is possible, if there is just one. */
  only?: Direction | undefined
  onChoose: (direction: Direction) => void
}

/** A control that selects whether an amount comes in or goes out, because the amount field has no sign. */
export const DirectionField = ({ labels, value, only, onChoose }: DirectionFieldProps) => (
  <SegmentedControl
    fullWidth
    size="md"
    aria-label="Arah"
    value={value}
    onChange={(next) => onChoose(next as Direction)}
    data={(['in', 'out'] as const).map((way) => ({ value: way, label: labels[way], disabled: only !== undefined && only !== way }))}
  />
)

/** The amount with the sign of its direction: negative for outgoing amounts. */
export const withSign = (direction: Direction, money: bigint | null | undefined): bigint => (direction === 'in' ? 1n : -1n) * (money ?? 0n)
