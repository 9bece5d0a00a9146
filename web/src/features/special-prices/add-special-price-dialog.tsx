import { rupiahText } from '@lapak/contract/money'
import { normalPrice } from '@lapak/contract/offers'
import { Button, Group, Modal, NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#features/catalogue/catalogue.api.ts'
import { BuyerSelect } from '#features/special-prices/buyer-select.tsx'
import { PriceWarning } from '#features/special-prices/special-price-parts.tsx'
import { type Buyer, offersOfBrandQuery, useAddSpecialPrice } from '#features/special-prices/special-prices.api.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid } from '#ui/form-grid.tsx'
import { RupiahField, rupiahError } from '#ui/rupiah-field.tsx'

interface Values {
  buyer: Buyer | null
  categoryid: string
  brandid: string
  productid: string
  price: bigint | null | undefined
}

export const wrongPrice = (price: Values['price']) => (price === null || price === 0n ? 'Harga khusus wajib diisi' : rupiahError(price))

/** A price of its own for one buyer: who, for which of the shop's products, and how much. */
export function AddSpecialPriceDialog({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const add = useAddSpecialPrice()
  const categories = useQuery(categoriesQuery).data ?? []
  const { form, field, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: { buyer: null, categoryid: '', brandid: '', productid: '', price: null },
    validate: {
      buyer: (buyer) => (buyer === null ? 'Pilih pembelinya' : null),
      categoryid: (id) => (id === '' ? 'Pilih kategorinya' : null),
      brandid: (id) => (id === '' ? 'Pilih brandnya' : null),
      productid: (id) => (id === '' ? 'Pilih produknya' : null),
      price: wrongPrice,
    },
    send: async ({ buyer, categoryid, brandid, productid, price }) => {
      await add.mutateAsync({
        memberid: Number(buyer?.memberid),
        categoryid: Number(categoryid),
        brandid: Number(brandid),
        productid: Number(productid),
        price: Number(price),
      })
      onClose()
    },
    fieldOf: { 'special_price.exists': 'buyer', 'not_found.member': 'buyer', 'not_found.offer': 'productid' },
  })
  const { buyer, categoryid, brandid, productid, price } = form.values
  const brands = categories.find(({ id }) => id.toString() === categoryid)?.brands ?? []
  const { data: { content: offers } = { content: [] } } = useQuery(offersOfBrandQuery(brandid, categoryid))
  const offer = offers.find((one) => one.productid.toString() === productid)
  const asking = useAskBeforeLeaving(unsent && !add.isSuccess, 'Harga khusus ini belum disimpan. Tutup dan buang isiannya?')
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title="Tambah harga khusus"
      size={640}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <form {...formProps}>
        <Stack gap="md">
          <BuyerSelect
            value={buyer}
            error={form.errors.buyer as string | undefined}
            onChoose={(chosen) => form.setFieldValue('buyer', chosen)}
          />
          <FormGrid>
            <NativeSelect
              label="Kategori"
              size="md"
              data={[{ value: '', label: 'Pilih kategori' }, ...categories.map(({ id, name }) => ({ value: id.toString(), label: name }))]}
              {...field('categoryid')}
              onChange={(event) => form.setValues({ categoryid: event.currentTarget.value, brandid: '', productid: '' })}
            />
            <NativeSelect
              label="Brand/Operator"
              size="md"
              disabled={categoryid === ''}
              data={[
                { value: '', label: 'Pilih brand' },
                ...brands.map(({ id, brandname }) => ({ value: id.toString(), label: brandname })),
              ]}
              {...field('brandid')}
              onChange={(event) => form.setValues({ brandid: event.currentTarget.value, productid: '' })}
            />
          </FormGrid>
          <Select
            label="Produk"
            size="md"
            placeholder="Pilih produk"
            searchable
            limit={100}
            disabled={brandid === ''}
            nothingFoundMessage="Toko Anda tidak menjual produk itu"
            data={offers.map((one) => ({ value: one.productid.toString(), label: `${one.productname} (${one.productcode})` }))}
            name="productid"
            value={productid || null}
            error={form.errors.productid}
            onChange={(id) => form.setFieldValue('productid', id ?? '')}
          />
          <FormGrid>
            <TextInput label="Kode market" size="md" readOnly variant="filled" value={offer?.productcode ?? ''} />
            <TextInput label="Harga normal" size="md" readOnly variant="filled" value={offer ? rupiahText(normalPrice(offer)) : ''} />
          </FormGrid>
          <RupiahField
            label="Harga khusus"
            name="price"
            value={price}
            error={form.errors.price as string | undefined}
            onChange={(typed) => form.setFieldValue('price', typed)}
          />
          <PriceWarning price={price} offer={offer} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={onClose}>
              Tutup
            </Button>
            <Button type="submit" loading={busy}>
              Simpan
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
