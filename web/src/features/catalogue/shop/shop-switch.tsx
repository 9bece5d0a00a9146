import { Button, Skeleton, Switch } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { shopQuery, useShopState } from '#features/catalogue/shop/shop.api.ts'
import { whyNoOrders } from '#features/catalogue/shop/why-no-orders.ts'
import { confirmFirst } from '#ui/confirm.tsx'

interface ShopSwitchProps {
  /** What else shows whether the shop is open. */
  onSwitched: () => void
}

/** Whether the seller's shop takes orders. The switch moves when the server has said yes, not when it is pressed (S-STATE-02…07). */
export function ShopSwitch({ onSwitched }: ShopSwitchProps) {
  const { data, isError, refetch } = useQuery(shopQuery)
  const shop = useShopState(onSwitched)
  if (isError && !data)
    return (
      <Button variant="default" size="sm" leftSection={<IconRefresh size={18} />} onClick={() => void refetch()}>
        Baca lagi status toko
      </Button>
    )
  if (!data) return <Skeleton height={36} width={190} />
  const open = data.statustoko
  const why = whyNoOrders(data, new Date())
  const ask = () =>
    confirmFirst({
      question: open ? 'Yakin akan Tutup Transaksi' : 'Yakin akan Buka Transaksi',
      danger: open,
      onYes: () => shop.mutate(!open),
    })
  return (
    <Switch
      size="md"
      color={why ? 'orange' : 'green'}
      label={open ? 'Transaksi BUKA' : 'Transaksi TUTUP'}
      description={why}
      checked={open}
      disabled={shop.isPending || data.alasan === 'admin'}
      onChange={ask}
    />
  )
}
