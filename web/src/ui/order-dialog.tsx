import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useConfirmClose } from '#lib/use-confirm-leave.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { OrderList } from '#ui/order-list.tsx'
import { ErrorState } from '#ui/states.tsx'

interface OrderDialogProps<Row extends { id: bigint; status: boolean }> {
  /** What is put in order, such as "banner". */
  what: string
  size: number
  query: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'refetch'>
  order: Pick<UseMutationResult<unknown, Error, Row[]>, 'isPending' | 'isSuccess' | 'mutate'>
  nameOf: (row: Row) => string
  renderRow: (row: Row) => ReactNode
  empty: ReactNode
  onClose: () => void
}

/** A dialog for the order of rows. Changes take effect only when they are saved. */
export function OrderDialog<Row extends { id: bigint; status: boolean }>(props: OrderDialogProps<Row>) {
  const { what, size, query, order, nameOf, renderRow, empty, onClose } = props
  useRestoreFocus()
  const [ordered, setOrdered] = useState<Row[]>()
  const { close, asking } = useConfirmClose(
    ordered !== undefined && !order.isPending && !order.isSuccess,
    'Urutan ini belum disimpan. Tutup dan buang?',
    onClose,
  )
  const rows = ordered ?? query.data
  return (
    <Modal
      opened
      onClose={() => !order.isPending && close()}
      title={`Urutkan ${what}`}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <Stack gap="md">
        {query.error && !rows ? (
          <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
        ) : !rows ? (
          <Skeleton height={160} />
        ) : rows.length === 0 ? (
          empty
        ) : (
          <OrderList
            label={`Urutan ${what}`}
            rows={rows}
            nameOf={nameOf}
            look={({ status }) => (status ? undefined : 'off')}
            renderRow={renderRow}
            onOrder={setOrdered}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={order.isPending} onClick={close}>
            Tutup
          </Button>
          <Button disabled={!ordered} loading={order.isPending} onClick={() => ordered && order.mutate(ordered)}>
            Simpan urutan
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
