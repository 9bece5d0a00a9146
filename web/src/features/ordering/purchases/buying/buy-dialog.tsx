import { ActionIcon, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { AmountStep } from '#features/ordering/purchases/buying/buy-amount-step.tsx'
import { BillStep } from '#features/ordering/purchases/buying/buy-bill-step.tsx'
import { ChooseStep } from '#features/ordering/purchases/buying/buy-choose-step.tsx'
import { ConfirmStep } from '#features/ordering/purchases/buying/buy-confirm-step.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { type BuyFlow, type Step, useBuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import { NumberStep } from '#features/ordering/purchases/buying/buy-number-step.tsx'
import type { Wanted } from '#features/ordering/purchases/buying/buy-order.ts'
import { ResultStep } from '#features/ordering/purchases/buying/buy-result-step.tsx'
import { ManyStep } from '#features/ordering/purchases/buying/many-step.tsx'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { useIsCovered } from '#lib/layers.ts'
import type { Beginning } from '#lib/use-buy.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { Bar } from '#ui/bar.tsx'
import { belowSm } from '#ui/bounds.ts'

interface BuyDialogProps {
  opened: boolean
  onClose: () => void
  /** The present balance, when it is known. */
  balance: bigint | undefined
  onOrdered: () => void
  /** What is to be bought, when that is known before the number. */
  offer?: Wanted | undefined
  /** The number, or number and product, when they are known. */
  begin?: Beginning | undefined
}

/** The main job: number, product, confirmation, result. */
export function BuyDialog({ opened, ...props }: BuyDialogProps) {
  // Each opening is a new purchase, so what belongs to the last one goes with it.
  return opened && <Purchase {...props} />
}

const titles: Record<Step['name'], string> = {
  choose: 'Beli',
  many: 'Banyak nomor',
  amount: 'Isi nominal',
  bill: 'Cek tagihan',
  confirm: 'Konfirmasi',
  result: 'Hasil',
}

const questions = {
  unsent: 'Pesanan ini belum dikirim. Tutup dan buang isiannya?',
  sent: 'Pesanan sudah dikirim; menutup jendela ini tidak membatalkannya. Hasilnya akan ada di daftar transaksi. Tutup sekarang?',
  list: 'Bila jendela ini ditutup, pengiriman berhenti; yang belum dikirim tersimpan dan bisa dilanjutkan. Tutup sekarang?',
  unknown: 'Pesanan mungkin sudah diterima; hasilnya ada di daftar transaksi. Tutup sekarang?',
}

/** What would be lost sight of now; null is nothing. */
function leavingOf({ step, isTyped, sending, held }: BuyFlow): keyof typeof questions | null {
  if (step.name === 'many') return held
  if (step.name === 'result') return null
  if (sending) return 'sent'
  if (step.name === 'confirm' && step.order.unanswered) return 'unknown'
  return isTyped || (step.name === 'confirm' && step.order.amount !== null) ? 'unsent' : null
}

/** One step back, where nothing would be lost by it. */
function backOf({ step, sending, held, heldBack, back }: BuyFlow): (() => void) | null {
  if (heldBack) return heldBack
  return sending || held || step.name === 'choose' || step.name === 'result' ? null : back
}

/** A key that is held down presses once: the next step may have another button under it. */
function pressOnce(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

function Purchase({ onClose, balance, onOrdered, offer, begin }: Omit<BuyDialogProps, 'opened'>) {
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  const flow = useBuyFlow(onOrdered, { offer, begin })
  const leaving = leavingOf(flow)
  const back = backOf(flow)
  const asking = useAskBeforeLeaving(leaving !== null, questions[leaving ?? 'unsent'], {
    first: 'no',
    onBack: back,
    overPages: true,
  })
  const covered = useIsCovered()
  useFocusBack()
  function close() {
    if (flow.step.name === 'result') flow.refreshLists()
    onClose()
  }
  return (
    <Modal.Root
      opened
      onClose={close}
      closeOnClickOutside={false}
      closeOnEscape={!asking && !covered}
      fullScreen={phone}
      size={560}
      centered
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content onKeyDownCapture={pressOnce}>
        <Bar component={Modal.Header} line="below" className={classes.header}>
          {back && (
            <ActionIcon aria-label="Kembali" onClick={back}>
              <IconArrowLeft size={20} />
            </ActionIcon>
          )}
          <Modal.Title className={classes.title}>{titles[flow.step.name]}</Modal.Title>
          <Modal.CloseButton size={44} iconSize={22} aria-label="Tutup" />
        </Bar>
        <Modal.Body className={classes.body}>
          <CurrentStep flow={flow} balance={balance} onClose={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function CurrentStep({ flow, balance, onClose }: { flow: BuyFlow; balance: bigint | undefined; onClose: () => void }) {
  const { step } = flow
  if (step.name === 'amount') return <AmountStep flow={flow} product={step.product} chosen={step.amount} />
  if (step.name === 'many') return <ManyStep flow={flow} text={step.text} balance={balance} />
  if (step.name === 'bill') return <BillStep flow={flow} product={step.product} />
  if (step.name === 'confirm') return <ConfirmStep flow={flow} order={step.order} balance={balance} />
  if (step.name === 'result') return <ResultStep id={step.id} order={step.order} onAgain={flow.startAnew} onClose={onClose} />
  return flow.offer ? <NumberStep flow={flow} offer={flow.offer} /> : <ChooseStep flow={flow} />
}
