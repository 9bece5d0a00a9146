import { wibBare } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Switch } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ShopState, shopQuery, useShopState } from '#features/catalogue/shop/shop.api.ts'
import { weekdays } from '#features/catalogue/shop/shop-hours-values.ts'
import { openConfirmation } from '#ui/confirm.tsx'

interface ShopSwitchProps {
  /** Called after the switch has changed, to refetch other data that shows the state of the shop. */
  onSwitched: () => void
}

/**
 * The switch that opens or closes the shop for orders. The switch changes only after the server has confirmed, not when it is pressed
 * (S-STATE-02…07).
 */
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
    openConfirmation({
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

/** The reason why a shop that is switched on receives no orders; undefined if it receives orders. */
function whyNoOrders({ alasan, sampai, pesan }: Pick<ShopState, 'alasan' | 'sampai' | 'pesan'>, now: Date): string | undefined {
  const until = sampai ? ` sampai ${momentWords(sampai, now)}` : ''
  switch (alasan) {
    case 'server':
      return 'Belum menerima pesanan: server belum diuji (tab Setting)'
    case 'jam':
      return `Di luar jam operasional${until}`
    case 'istirahat':
      return `Server tidak menjawab, diistirahatkan${until}`
    case 'admin':
      return `Ditutup admin: ${pesan}`
    case null:
      return undefined
  }
}

/** Formats: `08.00` for today, `besok 08.00`, `Kamis 08.00`. */
function momentWords(moment: Date, now: Date): string {
  const [day = '', time = ''] = wibBare(moment).split(' ')
  const clock = time.slice(0, 5).replace(':', '.')
  const dayMs = 86_400_000
  if (day === wibBare(now).slice(0, 10)) return clock
  if (day === wibBare(new Date(now.getTime() + dayMs)).slice(0, 10)) return `besok ${clock}`
  return `${weekdays[(new Date(`${day.replaceAll('/', '-')}T00:00:00Z`).getUTCDay() + 6) % 7]} ${clock}`
}
