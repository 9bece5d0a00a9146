import { productType } from '@lapak/contract/ordering/purchases'
import { ActionIcon, Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { AmountStep } from '#features/ordering/purchases/buying/buy-amount-step.tsx'
import { ChooseStep, targetErrorOf } from '#features/ordering/purchases/buying/buy-choose-step.tsx'
import { ConfirmStep } from '#features/ordering/purchases/buying/buy-confirm-step.tsx'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import { BuyFavourites } from '#features/ordering/purchases/buying/buy-favourites.tsx'
import { type BuyFlow, type BuyStep, useBuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import type { ProductToBuy } from '#features/ordering/purchases/buying/buy-order.ts'
import { ProductHead } from '#features/ordering/purchases/buying/buy-product-head.tsx'
import { RecentTargets } from '#features/ordering/purchases/buying/buy-recent-targets.tsx'
import { ResultStep } from '#features/ordering/purchases/buying/buy-result-step.tsx'
import { TargetField, targetMin } from '#features/ordering/purchases/buying/buy-target-field.tsx'
import { ManyStep } from '#features/ordering/purchases/buying/many-step.tsx'
import { useFavouriteMatches } from '#features/ordering/purchases/buying/use-favourite-matches.ts'
import { operatorPrefixOf } from '#features/ordering/purchases/buying/use-product-picker.ts'
import { orderableQuery } from '#features/ordering/purchases/purchases.api.ts'
import { useHasOpenLayer } from '#lib/layers.ts'
import { asSentence } from '#lib/sentence.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import type { PurchaseDraft } from '#lib/use-open-purchase-dialog.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { Bar } from '#ui/bar.tsx'
import { InitialsMark } from '#ui/initials-mark.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'

interface BuyDialogProps {
  opened: boolean
  onClose: () => void
  /** The current balance in rupiah; undefined until it is loaded. */
  balance: bigint | undefined
  onOrdered: () => void
  /** The product, if the buyer selected it before the target. */
  offer?: ProductToBuy | undefined
  /** The target, or target and product, if the buyer selected them before the dialog opened. */
  draft?: PurchaseDraft | undefined
}

/** The purchase dialog: target, product, confirmation, result. */
export function BuyDialog({ opened, ...props }: BuyDialogProps) {
  // Each opening starts a new purchase, so the state of the previous purchase is discarded.
  return opened && <Purchase {...props} />
}

const titles: Record<BuyStep['name'], string> = {
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

/** What the buyer would lose by closing the dialog; null if nothing. */
function leavingOf({ step, isTyped, sending, held }: BuyFlow): keyof typeof questions | null {
  if (step.name === 'many') return held
  if (step.name === 'result') return null
  if (sending) return 'sent'
  if (step.name === 'confirm' && step.order.unanswered) return 'unknown'
  return isTyped || (step.name === 'confirm' && step.order.amount !== null) ? 'unsent' : null
}

/** Goes one step back; null if going back would lose something. */
function backOf({ step, sending, held, heldBack, back }: BuyFlow): (() => void) | null {
  if (heldBack) return heldBack
  return sending || held || step.name === 'choose' || step.name === 'result' ? null : back
}

/** Ignores the repeated keydown events of an Enter key that is held down: the next step may have another button in the same place. */
function pressOnce(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

function Purchase({ onClose, balance, onOrdered, offer, draft }: Omit<BuyDialogProps, 'opened'>) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const flow = useBuyFlow(onOrdered, { offer, begin: draft })
  const leaving = leavingOf(flow)
  const back = backOf(flow)
  const asking = useConfirmLeave(leaving !== null, questions[leaving ?? 'unsent'], {
    defaultButton: 'no',
    onBack: back,
    overPages: true,
  })
  const covered = useHasOpenLayer()
  useRestoreFocus()
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

/** The step while the bill is loading, or after loading failed. When the bill is loaded, the confirmation follows automatically. */
function BillStep({ flow, product }: { flow: BuyFlow; product: ProductToBuy }) {
  return (
    <Stack gap="md">
      <ProductHead product={product} target={flow.target} />
      {flow.refusal ? (
        <Alert color="red" icon={<IconAlertCircle size={20} />} title="Tagihan belum didapat" role="alert">
          <Text size="sm">{asSentence(flow.refusal.message)} Saldo tidak berubah.</Text>
          <Group gap={8} mt="sm">
            <Button variant="default" onClick={flow.back}>
              Ubah nomor
            </Button>
            <Button onClick={() => flow.choose(product)}>Coba lagi</Button>
          </Group>
        </Alert>
      ) : (
        <Stack gap={12} aria-busy>
          <Text size="sm" c="dimmed" role="status">
            Menanyakan tagihan ke suplier…
          </Text>
          {[60, 45, 70, 50].map((width) => (
            <Skeleton key={width} height={18} width={`${width}%`} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

const submitWords = { [productType.prepaid]: 'Lanjut', [productType.bill]: 'Cek tagihan', [productType.openDenomination]: 'Isi nominal' }

/** The step in which the buyer types the target, if product and seller are already selected. */
function NumberStep({ flow, offer }: { flow: BuyFlow; offer: ProductToBuy }) {
  const long = flow.target.length >= targetMin
  const { data } = useQuery({ ...orderableQuery(operatorPrefixOf(flow.target)), enabled: long })
  const [pressed, setPressed] = useState(false)
  const favourites = useFavouriteMatches({ typed: flow.target, most: 5, onTake: ({ target }) => flow.take(target) })
  const list = useId()
  const short = flow.target.length < targetMin ? 'Nomor tujuan wajib diisi' : null

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if (favourites.isNamed) favourites.enter()
        else if (!short) flow.choose(offer)
      }}
    >
      <Stack gap="md">
        <div className={classes.head}>
          <InitialsMark name={offer.brandname} size={48} />
          <div className={classes.what}>
            <span className={classes.productName}>{offer.productname}</span>
            <span className={classes.quiet}>
              {offer.productcode} · {offer.sellername}
            </span>
          </div>
          <span className={classes.price}>
            <OfferPrice {...offer} />
          </span>
        </div>
        <TargetField
          autoFocus
          typed={flow.target}
          onType={flow.type}
          operator={long ? data?.operator?.name : undefined}
          error={(pressed ? short : null) ?? targetErrorOf(flow)}
        />
        {(flow.target === '' || favourites.isNamed) && <BuyFavourites pick={favourites} id={list} />}
        {flow.target === '' && <RecentTargets without={new Set(favourites.found.map(({ target }) => target))} onChoose={flow.take} />}
        <Button type="submit">{submitWords[offer.producttype]}</Button>
      </Stack>
    </form>
  )
}
