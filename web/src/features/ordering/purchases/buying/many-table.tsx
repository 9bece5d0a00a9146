import { Loader } from '@mantine/core'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { Line, LineState } from '#features/ordering/purchases/buying/many-kept.ts'
import { PurchaseStatus } from '#features/ordering/purchases/list/purchase-status.tsx'
import { inFours } from '#lib/targets.ts'
import { Rupiah } from '#ui/money.tsx'
import { SureButton } from '#ui/sure-button.tsx'
import { Table } from '#ui/table.tsx'

/** A line each: for whom, what, at which price, and how it stands. */
export function ManyTable({ lines, onOnceMore }: { lines: Line[]; onOnceMore: ((line: Line) => void) | null }) {
  return (
    <Table aria-label="Pesanan" className={classes.many}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Pesanan</Table.Th>
          <Table.Th>Keadaan</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.order.reffclient}>
            <Table.Td>
              <div className={classes.manyTarget}>{inFours(line.order.target)}</div>
              <span className={classes.quiet}>
                {line.order.product.productcode} · <Rupiah of={line.order.price} />
              </span>
            </Table.Td>
            <Table.Td>
              <State of={line.state} />
              {line.state.name === 'double' && onOnceMore && (
                <SureButton size="xs" mt={4} onClick={() => onOnceMore(line)} aria-label={`Ya, pesan lagi untuk ${line.order.target}`}>
                  Ya, pesan lagi
                </SureButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function State({ of: state }: { of: LineState }) {
  if (state.name === 'taken') return <PurchaseStatus of={state.rc} />
  if (state.name === 'sending') return <Loader size={18} color="blue" aria-label="Sedang dikirim" />
  if (state.name === 'ready') return <span className={classes.quiet}>Belum dikirim</span>
  if (state.name === 'unanswered') return <span className={classes.bad}>Belum pasti. {state.message}</span>
  return <span className={classes.bad}>Tidak dipesan. {state.message}</span>
}
