import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { specialPriceError } from '#features/catalogue/special-prices/add-special-price-dialog.tsx'
import { BuyerName, normalPriceOf, PriceWarning, SpecialPriceStatus } from '#features/catalogue/special-prices/special-price-parts.tsx'
import { offerOfQuery, type SpecialPrice, useChangeSpecialPrice } from '#features/catalogue/special-prices/special-prices.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Facts } from '#ui/facts.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Rupiah } from '#ui/money.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface EditProps {
  price: SpecialPrice
  confirmRemove: (price: SpecialPrice) => void
  onClose: () => void
}

/** The dialog to change or end the special price of one buyer. */
export function EditSpecialPriceDialog({ price: special, confirmRemove, onClose }: EditProps) {
  const change = useChangeSpecialPrice()
  const { data: offer } = useQuery(offerOfQuery(special.product))
  const { form, formProps, busy, unsent } = useServerForm<{ price: bigint | null | undefined }, unknown>({
    initialValues: { price: special.hargajual },
    validate: { price: specialPriceError },
    send: async ({ price }) => {
      await change.mutateAsync({ id: special.id, price: Number(price) })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Ubah harga khusus"
      size={520}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !change.isSuccess, question: 'Harga khusus ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Simpan"
      cancelLabel="Tutup"
      canSubmit={form.isDirty()}
      secondary={
        <Button
          variant="default"
          color="red"
          mr="auto"
          leftSection={<IconTrash size={16} />}
          disabled={busy}
          onClick={() => confirmRemove(special)}
        >
          Hapus
        </Button>
      }
      onClose={onClose}
    >
      <Facts
        facts={[
          { label: 'Pembeli', value: <BuyerName of={special.member} /> },
          { label: 'Produk', value: `${special.product.productname} (${special.product.productcode})` },
          { label: 'Brand', value: special.product.brand.brandname },
          { label: 'Harga normal', value: <Rupiah of={normalPriceOf(special)} /> },
          { label: 'Status', value: <SpecialPriceStatus open={special.status} /> },
        ]}
      />
      <RupiahField
        label="Harga khusus"
        name="price"
        autoFocus
        value={form.values.price}
        error={form.errors.price as string | undefined}
        onChange={(typed) => form.setFieldValue('price', typed)}
      />
      <PriceWarning price={form.values.price} offer={offer} />
    </FormDialog>
  )
}
