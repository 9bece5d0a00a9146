import { SegmentedControl } from '@mantine/core'

export type Direction = 'in' | 'out'

interface DirectionFieldProps {
  labels: Record<Direction, string>
  value: Direction
  /** The other one would make no sense. */
  only?: Direction | undefined
  onChoose: (direction: Direction) => void
}

/** Which way a sum goes, beside a field that takes no sign. */
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

/** Negative is taken. */
export const signed = (direction: Direction, money: bigint | null | undefined): bigint => (direction === 'in' ? 1n : -1n) * (money ?? 0n)
