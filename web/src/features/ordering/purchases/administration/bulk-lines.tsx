import type { PreviewLine } from '@lapak/contract/ordering/purchases'
import { Text, TextInput } from '@mantine/core'
import classes from '#features/ordering/purchases/administration/bulk.module.css'
import { inFours } from '#lib/targets.ts'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

interface BulkLinesProps {
  lines: PreviewLine[]
  /** Where each has a serial number of its own. */
  onSerial?: ((id: bigint, text: string) => void) | undefined
}

const order = { null: 0, second: 1, now: 2 }

/** Each with what can be done with it; what is left out comes first. */
export const BulkLines = ({ lines, onSerial }: BulkLinesProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse has to scroll it
  <section className={classes.lines} aria-label="Pratinjau" tabIndex={0}>
    <RowList>
      {lines
        .toSorted((one, other) => order[`${one.can}`] - order[`${other.can}`])
        .map((line) => (
          <Row key={line.id.toString()} actions={<Rupiah of={line.sellprice} strong />}>
            <Text size="sm" fw={600}>
              {inFours(line.target)}
            </Text>
            <RowFacts>
              <span>{line.id.toString()}</span>
              <span>{line.productname}</span>
              <span>{line.sellername}</span>
            </RowFacts>
            {line.why !== null && <span className={classes.why}>{line.why}</span>}
            {line.can === 'second' && <span className={classes.second}>Menunggu admin kedua</span>}
            {onSerial && line.can !== null && (
              <TextInput
                size="xs"
                mt={4}
                placeholder="SN"
                aria-label={`Serial number ${line.id}`}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => onSerial(line.id, event.currentTarget.value)}
              />
            )}
          </Row>
        ))}
    </RowList>
  </section>
)
