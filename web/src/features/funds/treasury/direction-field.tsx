import { SegmentedControl } from '@mantine/core'

export type Direction = 'in' | 'out'

interface DirectionFieldProps {
  labels: Record<Direction, string>
  value: Direction
  /** The only direction that makes sense, if there is one. */
  only?: Direction | undefined
  onChoose: (direction: Direction) => void
}

/** The direction of an amount, for a field without a sign. */
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

/** Negative for outgoing amounts. */
export const signed = (direction: Direction, money: bigint | null | undefined): bigint => (direction === 'in' ? 1n : -1n) * (money ?? 0n)
