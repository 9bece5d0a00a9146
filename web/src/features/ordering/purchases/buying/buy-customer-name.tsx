import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Order, wireId } from '#features/ordering/purchases/buying/buy-order.ts'
import { customerQuery } from '#features/ordering/purchases/purchases.api.ts'

/** Shown for comparing before anybody pays, and never waited for: not every seller can tell, and some are slow. */
export function CustomerName({ product: { productcode, productmemberid }, target }: Pick<Order, 'product' | 'target'>) {
  const { data, isPending } = useQuery(customerQuery({ productcode, target, productmemberid: wireId(productmemberid) }))
  return (
    <span role="status" aria-busy={isPending}>
      {isPending ? <Asking /> : data?.name ? <b>{data.name}</b> : <Unknown />}
    </span>
  )
}

const Asking = () => (
  <>
    <Skeleton component="span" display="inline-block" height={14} width={140} />
    <VisuallyHidden component="span">Menanyakan nama ke suplier</VisuallyHidden>
  </>
)

const Unknown = () => (
  <Text span inherit c="dimmed">
    nama tidak diketahui
  </Text>
)
