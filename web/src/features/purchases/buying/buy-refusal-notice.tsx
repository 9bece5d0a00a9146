import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BuyFlow } from '#features/purchases/buying/buy-flow.ts'
import type { Order } from '#features/purchases/buying/buy-order.ts'

/** Why the order was not taken, whether money moved, and what can be done now. */
export function RefusalNotice({ flow, order }: { flow: BuyFlow; order: Order }) {
  const { refusal } = flow
  // That of the PIN stands beside its field.
  if (!refusal || refusal.kind === 'pin') return null
  if (refusal.kind === 'double')
    return (
      <Notice
        colour="orange"
        icon={<IconAlertTriangle size={20} />}
        title="Pesan sekali lagi?"
        text={`${refusal.message}. Saldo belum dipotong untuk pesanan ini.`}
      >
        <Button color="orange" autoFocus onClick={() => flow.sendOnceMore(order)}>
          Ya, pesan lagi
        </Button>
        <Button variant="default" onClick={flow.back}>
          Tidak jadi
        </Button>
      </Notice>
    )
  if (refusal.kind === 'unanswered')
    return (
      <Notice
        colour="red"
        icon={<IconCloudOff size={20} />}
        title="Belum ada kepastian"
        text={`${refusal.message} Pesanan mungkin sudah diterima. Kirim ulang aman: referensinya sama, jadi saldo tidak terpotong dua kali.`}
      >
        <Button color="orange" autoFocus onClick={() => flow.send(order)}>
          Kirim ulang
        </Button>
      </Notice>
    )
  return (
    <Notice
      colour="red"
      icon={<IconAlertCircle size={20} />}
      title="Pesanan tidak diterima"
      text={`${refusal.message}. Saldo tidak berubah.`}
    >
      {order.bill && <Button onClick={() => flow.choose(order.product)}>Cek tagihan lagi</Button>}
      <Button variant="default" autoFocus={!order.bill} onClick={flow.back}>
        {flow.offer ? 'Ubah nomor' : 'Pilih produk lain'}
      </Button>
    </Notice>
  )
}

function Notice({
  colour,
  icon,
  title,
  text,
  children,
}: {
  colour: string
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <Alert color={colour} icon={icon} title={title} role="alert">
      <Text size="sm">{text}</Text>
      <Group gap={8} mt="sm">
        {children}
      </Group>
    </Alert>
  )
}
