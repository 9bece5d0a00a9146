import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconPackageOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  confirmBelowCost,
  TermsFields,
  type TypedTerms,
  termsValidation,
  toTermsBody,
  toTypedTerms,
} from '#features/selling/offers/offer-form.tsx'
import { marginOf, rankText } from '#features/selling/offers/offer-labels.ts'
import { ShopState } from '#features/selling/offers/offer-parts.tsx'
import { type Offer, offerQuery, useChangeOffer } from '#features/selling/offers/offers.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface DrawerProps {
  id: string
  onClose: () => void
  confirmRemove: (offer: Offer) => void
}

/** One offer with all fields that can be edited: next to the list on desktops, above the list on phones. */
export function OfferDrawer({ id, ...shown }: Omit<DrawerProps, 'id'> & { id: string | undefined }) {
  return (
    <SideDrawer record={id} title={() => 'Ubah produk'} width={560} onClose={shown.onClose}>
      {(id) => <OneOffer key={id} id={id} {...shown} />}
    </SideDrawer>
  )
}

function OneOffer({ id, ...shown }: DrawerProps) {
  const { data, error, refetch } = useQuery(offerQuery(id))
  if (error instanceof ApiError && error.code === 'not_found.offer')
    return (
      <EmptyState icon={IconPackageOff} title="Produk tidak ditemukan" action={<Button onClick={shown.onClose}>Ke daftar produk</Button>} />
    )
  if (error && !data) return <ErrorState title="Produk belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return <OfferForm offer={data} {...shown} />
}

function OfferForm({ offer, onClose, confirmRemove }: Omit<DrawerProps, 'id'> & { offer: Offer }) {
  const change = useChangeOffer()
  const { form, formProps, busy, unsent } = useServerForm<TypedTerms, unknown>({
    initialValues: toTypedTerms(offer),
    validate: termsValidation,
    beforeSend: confirmBelowCost,
    send: async (terms) => {
      await change.mutateAsync({ id: offer.id, body: toTermsBody(terms) })
      onClose()
    },
    fieldByErrorCode: { 'offer.promo_too_high': 'promoprice' },
  })
  useConfirmLeave(unsent && !change.isSuccess, 'Perubahan produk belum disimpan. Tutup dan buang isiannya?')
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Facts
          facts={[
            { label: 'Produk', value: `${offer.productname} (${offer.productcode})` },
            { label: 'Brand', value: offer.brandname },
            { label: 'Untung per transaksi', value: <Rupiah of={marginOf(offer)} /> },
            { label: 'Peringkat harga', value: rankText(offer) },
            { label: 'Status toko', value: <ShopState open={offer.statustoko} /> },
          ]}
        />
        <TermsFields form={form} />
        <Group justify="space-between" gap="xs">
          <Button variant="default" color="red" leftSection={<IconTrash size={16} />} disabled={busy} onClick={() => confirmRemove(offer)}>
            Hapus
          </Button>
          <Button type="submit" disabled={!form.isDirty()} loading={busy}>
            Simpan
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
