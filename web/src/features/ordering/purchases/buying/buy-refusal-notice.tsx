import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconClock, IconCloudOff, IconTrendingUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import { BuyNotification } from '#features/ordering/purchases/buying/buy-notification.tsx'
import type { OrderDraft } from '#features/ordering/purchases/buying/buy-order.ts'
import type { OrderRefusal } from '#features/ordering/purchases/buying/buy-refusal.ts'
import { asSentence } from '#lib/sentence.ts'
import { DelayedConfirmButton } from '#ui/delayed-confirm-button.tsx'

/** Explains why the order was refused and whether money moved, and offers the actions that are possible. */
export function RefusalNotice({ flow, order }: { flow: BuyFlow; order: OrderDraft }) {
  const { refusal } = flow
  if (order.unanswered) return <UnansweredNotice flow={flow} order={order} />
  // An error about the PIN is shown at the PIN field instead.
  if (!refusal || refusal.kind === 'pin') return null
  if (refusal.kind === 'double') return <DoubleNotice flow={flow} order={order} message={refusal.message} />
  if (refusal.kind === 'later') return <LaterNotice key={refusal.message} flow={flow} refusal={refusal} />
  if (refusal.kind === 'price')
    return (
      <BuyNotification
        colour="orange"
        icon={<IconTrendingUp size={20} />}
        title="Harga berubah"
        text={`${asSentence(refusal.message)} Harga sekarang ${rupiahText(order.price)}. Saldo belum dipotong.`}
      >
        <BackButton flow={flow} />
      </BuyNotification>
    )
  return (
    <BuyNotification
      colour="red"
      icon={<IconAlertCircle size={20} />}
      title="Pesanan tidak diterima"
      text={`${asSentence(refusal.message)} Saldo tidak berubah.`}
    >
      {order.bill && <Button onClick={() => flow.choose(order.product)}>Cek tagihan lagi</Button>}
      <BackButton flow={flow} />
    </BuyNotification>
  )
}

export const BackButton = ({ flow }: { flow: BuyFlow }) => (
  <Button variant="default" onClick={flow.back}>
    {flow.offer ? 'Ubah nomor' : 'Pilih produk lain'}
  </Button>
)

/** For an order without an answer: shows the server's answer to the repeated request. The outcome of the first request stays unknown. */
function UnansweredNotice({ flow, order }: { flow: BuyFlow; order: OrderDraft }) {
  const { refusal } = flow
  const safe = 'Kirim ulang aman: saldo tidak terpotong dua kali.'
  if (!refusal)
    return (
      <BuyNotification
        colour="orange"
        icon={<IconClock size={20} />}
        title="Pesanan yang sama masih menunggu jawaban"
        text={`Produk ini dikirim${order.sentAt === null ? '' : ` pada ${wib(new Date(order.sentAt))}`} untuk nomor yang sama, dan jawabannya belum diterima di sini. ${safe}`}
      >
        <Button variant="default" onClick={() => flow.orderAnew(order)}>
          Pesan sebagai pesanan baru
        </Button>
      </BuyNotification>
    )
  return (
    <BuyNotification
      colour="red"
      icon={<IconCloudOff size={20} />}
      title="Belum ada kepastian"
      text={`${asSentence(refusal.message)} Pesanan mungkin sudah diterima. ${safe}`}
    />
  )
}

function DoubleNotice({ flow, order, message }: { flow: BuyFlow; order: OrderDraft; message: string }) {
  return (
    <BuyNotification
      colour="orange"
      icon={<IconAlertTriangle size={20} />}
      title="Pesan sekali lagi?"
      text={`${asSentence(message)} Saldo belum dipotong untuk pesanan ini.`}
    >
      <DelayedConfirmButton onClick={() => flow.sendOnceMore(order)}>Ya, pesan lagi</DelayedConfirmButton>
      <Button variant="default" onClick={flow.back}>
        Tidak jadi
      </Button>
    </BuyNotification>
  )
}

function LaterNotice({ flow, refusal }: { flow: BuyFlow; refusal: OrderRefusal & { kind: 'later' } }) {
  const left = useSecondsLeft(refusal.seconds)
  return (
    <BuyNotification
      colour="red"
      icon={<IconClock size={20} />}
      title="Tunggu sebentar"
      text={`${asSentence(refusal.message)} Saldo tidak berubah.`}
    >
      <Button disabled={left > 0} onClick={flow.tryAgain}>
        {left > 0 ? `Coba lagi (${left} detik)` : 'Coba lagi'}
      </Button>
    </BuyNotification>
  )
}

function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = window.setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => window.clearInterval(timer)
  }, [])
  return left
}
