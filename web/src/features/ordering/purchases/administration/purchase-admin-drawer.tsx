import { type AdminPurchaseDetail, type PurchaseAlert, purchaseState } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alertTexts } from '#features/ordering/purchases/administration/alert-labels.ts'
import { PurchaseAdminActions, type RenderDecisionForm } from '#features/ordering/purchases/administration/purchase-admin-actions.tsx'
import { type AlertStep, purchaseAdminDetailQuery, useAlertStep } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { ExchangeList } from '#features/ordering/purchases/list/exchange-list.tsx'
import classes from '#features/ordering/purchases/list/purchase-drawer.module.css'
import { PurchaseHead, PurchaseSkeleton } from '#features/ordering/purchases/list/purchase-head.tsx'
import { PurchaseTrail } from '#features/ordering/purchases/list/purchase-trail.tsx'
import { SerialNumber } from '#features/ordering/purchases/list/serial-number.tsx'
import { ApiError } from '#lib/api-error.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { ReasonDialog } from '#ui/reason-form.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface PurchaseAdminDrawerProps {
  id: string
  onClose: () => void
  decide: RenderDecisionForm
}

/** A purchase of any member: next to the list on desktops, above the list on phones. */
export function PurchaseAdminDrawer({ id, ...shown }: Omit<PurchaseAdminDrawerProps, 'id'> & { id: string | undefined }) {
  return (
    <SideDrawer record={id} title={(id) => `Transaksi ${id}`} width={560} onClose={shown.onClose}>
      {(id) => <PurchaseAdminDetail key={id} id={id} {...shown} />}
    </SideDrawer>
  )
}

function PurchaseAdminDetail({ id, onClose, decide }: PurchaseAdminDrawerProps) {
  const { data: trx, error, refetch } = useQuery(purchaseAdminDetailQuery(id))
  const [alerting, setAlerting] = useState<{ id: bigint; step: AlertStep }>()
  if (error instanceof ApiError && error.code === 'not_found.purchase')
    return (
      <EmptyState icon={IconReceiptOff} title="Transaksi tidak ditemukan" action={<Button onClick={onClose}>Ke daftar transaksi</Button>} />
    )
  if (!trx)
    return error ? (
      <ErrorState title="Transaksi belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <PurchaseSkeleton />
    )
  return (
    <Stack gap="lg">
      <PurchaseHead of={trx} />
      <MoneyText of={trx} />
      {trx.alerts.map((alert) => (
        <AlertNotice key={alert.id.toString()} of={alert} onStep={(step) => setAlerting({ id: alert.id, step })} />
      ))}
      <PurchaseAdminActions trx={trx} decide={decide} />
      {trx.serialnumber && <SerialNumber text={trx.serialnumber} parts={trx.serialparts} />}
      <Facts facts={factsOf(trx)} />
      <PurchaseTrail attempts={trx.attempts} />
      <ExchangeList exchanges={trx.exchanges} />
      {alerting && <AlertDialog key={alerting.step} {...alerting} onClose={() => setAlerting(undefined)} />}
    </Stack>
  )
}

/** A text that states where the money of the purchase is now. */
function MoneyText({ of: { transactionrc, sellprice, fee, membername, sellername, refundedat } }: { of: AdminPurchaseDetail }) {
  return (
    <p className={classes.money} data-state={transactionrc}>
      {transactionrc === purchaseState.pending ? (
        <>
          <Rupiah of={sellprice} strong /> dari {membername} ditahan sampai ada hasil.
        </>
      ) : transactionrc === purchaseState.success ? (
        <>
          <Rupiah of={sellprice - fee} strong /> menjadi milik {sellername}, <Rupiah of={fee} /> biaya.
        </>
      ) : (
        <>
          <Rupiah of={sellprice} strong />{' '}
          {refundedat ? `dikembalikan ke ${membername} pada ${wib(refundedat)}` : `sudah kembali ke saldo ${membername}`}.
        </>
      )}
    </p>
  )
}

const factsOf = (trx: AdminPurchaseDetail) => [
  { label: 'Reff Client', value: trx.reffclient, code: true, action: <CopyButton text={trx.reffclient} label="Salin reff client" /> },
  { label: 'Kode produk', value: trx.productcode, code: true },
  { label: 'Nomor tujuan', value: trx.target, code: true, action: <CopyButton text={trx.target} label="Salin nomor tujuan" /> },
  { label: 'Nama pelanggan', value: trx.customername },
  { label: 'Periode', value: trx.period },
  { label: 'Nominal', value: trx.amount === null ? null : <Rupiah of={trx.amount} /> },
  { label: 'Harga', value: <Rupiah of={trx.sellprice} strong /> },
  { label: 'Biaya', value: <Rupiah of={trx.fee} /> },
  { label: 'Member', value: trx.membername },
  { label: 'Suplier', value: trx.sellername },
  { label: 'Dibuat', value: wib(trx.createat) },
  { label: 'Diperbarui', value: wib(trx.updateat) },
  { label: 'Ditanyakan', value: trx.questions && questionsText(trx.questions) },
  { label: 'Keterangan', value: trx.description },
]

function questionsText({ asked, at }: NonNullable<AdminPurchaseDetail['questions']>): string {
  const next = at === null ? 'tidak ditanyakan lagi' : at.getTime() <= Date.now() ? 'sedang ditanyakan' : `berikutnya ${wib(at)}`
  return `${asked === 0 ? 'Belum' : `${asked} kali`}, ${next}`
}

// — Alert dialog

const words: Record<AlertStep, { title: string; label: string; hint: string }> = {
  take: { title: 'Tangani peringatan', label: 'Apa yang Anda lakukan', hint: 'Admin lain melihatnya' },
  end: { title: 'Akhiri peringatan', label: 'Bagaimana selesainya', hint: 'Status dan uang transaksinya tidak berubah karenanya' },
}

interface AlertDialogProps {
  id: bigint
  step: AlertStep
  onClose: () => void
}

/** The form for the note with which an administrator takes or ends an alert. */
function AlertDialog({ id, step, onClose }: AlertDialogProps) {
  const { title, label, hint } = words[step]
  const saying = useAlertStep(id, step)
  return (
    <ReasonDialog
      title={title}
      size={420}
      label={label}
      hint={hint}
      submitLabel="Simpan"
      cancelLabel="Tutup"
      send={(reason) => saying.mutateAsync(reason)}
      onClose={onClose}
    />
  )
}

/** An alert, the steps to take, and the administrator who took it. */
function AlertNotice({ of, onStep }: { of: PurchaseAlert; onStep: (step: AlertStep) => void }) {
  const { title, todo } = alertTexts[of.kind]
  if (of.endedat !== null)
    return (
      <Text size="sm" c="dimmed">
        {title}, diakhiri {of.endedby ? `oleh ${of.endedby} ` : ''}
        {wib(of.endedat)}
        {of.endedreason && `: ${of.endedreason}`}
      </Text>
    )
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title={title}>
      <Stack gap="xs">
        <Text size="sm">{of.message}</Text>
        <Text size="sm">{todo}</Text>
        {of.takenat !== null && (
          <Text size="sm" fw={600}>
            Ditangani {of.takenby} sejak {wib(of.takenat)}: {of.takenreason}
          </Text>
        )}
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={() => onStep('take')}>
            {of.takenat === null ? 'Saya tangani' : 'Ambil alih'}
          </Button>
          <Button size="sm" variant="default" onClick={() => onStep('end')}>
            Akhiri peringatan
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
