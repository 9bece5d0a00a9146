import { Button } from '@mantine/core'
import { type SellerServer, useRenewReportUrl, useStopSellerApi } from '#features/catalogue/seller-api/seller-api.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'

/** Stops sending orders to the saved server of the seller. */
export function StopServer({ server: { apiurl } }: { server: Pick<SellerServer, 'apiurl'> }) {
  const stop = useStopSellerApi()
  const ask = () =>
    openConfirmation({
      question: `Berhenti memakai ${apiurl}? Toko Anda tidak mendapat pesanan sampai server disimpan dan diuji lagi.`,
      danger: true,
      onYes: () => stop.mutate(),
    })
  return (
    <Button variant="default" size="sm" color="red" loading={stop.isPending} onClick={ask}>
      Berhenti memakai
    </Button>
  )
}

/** Replaces the report URL of the seller. */
export function RenewReportUrl() {
  const address = useRenewReportUrl()
  const ask = () =>
    openConfirmation({
      question: 'Ganti alamat laporan? Server Anda harus memakai yang baru, karena yang lama langsung tidak berlaku.',
      danger: true,
      onYes: () => address.mutate(),
    })
  return (
    <Button variant="default" size="sm" color="red" loading={address.isPending} onClick={ask}>
      Ganti alamat laporan
    </Button>
  )
}
