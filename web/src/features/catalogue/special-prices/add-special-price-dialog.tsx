import { normalPrice } from '@lapak/contract/selling/offers'
import { rupiahText } from '@lapak/contract/shared/money'
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CategoryBrandFields } from '#features/catalogue/catalogue/category-brand-fields.tsx'
import { BuyerSelect } from '#features/catalogue/special-prices/buyer-select.tsx'
import { PriceWarning } from '#features/catalogue/special-prices/special-price-parts.tsx'
import { type Buyer, type OwnOffer, offersOfBrandQuery, useAddSpecialPrice } from '#features/catalogue/special-prices/special-prices.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormGrid } from '#ui/form-grid.tsx'
import { RupiahField, rupiahError } from '#ui/rupiah-field.tsx'

interface Values {
  buyer: Buyer | null
  categoryid: string
  brandid: string
  productid: string
  /** The selected product, as an offer of the shop. */
  product: OwnOffer | null
  price: bigint | null | undefined
}

export const specialPriceError = (price: Values['price']) =>
  price === null || price === 0n ? 'Harga khusus wajib diisi' : rupiahError(price)

const wrong = {
  buyer: (buyer: Buyer | null) => (buyer === null ? 'Pilih pembelinya' : null),
  categoryid: (id: string) => (id === '' ? 'Pilih kategorinya' : null),
  brandid: (id: string) => (id === '' ? 'Pilih brandnya' : null),
  productid: (id: string) => (id === '' ? 'Pilih produknya' : null),
  price: specialPriceError,
}

/** Adds a special price: the buyer, the product of the shop, and the price. */
export function AddSpecialPriceDialog({ onClose }: { onClose: () => void }) {
  const { form, field, formProps, busy, added, unsent } = useNewPrice(onClose)
  const { buyer, product, price } = form.values
  return (
    <FormDialog
      title="Tambah harga khusus"
      size={640}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !added, question: 'Harga khusus ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Simpan"
      cancelLabel="Tutup"
      onClose={onClose}
    >
      <BuyerSelect
        value={buyer}
        error={form.errors.buyer as string | undefined}
        onChoose={(chosen) => form.setFieldValue('buyer', chosen)}
      />
      <ProductFields chosen={form.values} field={field} error={form.errors.productid} onChoose={(chosen) => form.setValues(chosen)} />
      <RupiahField
        label="Harga khusus"
        name="price"
        value={price}
        error={form.errors.price as string | undefined}
        onChange={(typed) => form.setFieldValue('price', typed)}
      />
      <PriceWarning price={price} offer={product ?? undefined} />
    </FormDialog>
  )
}

/**
 * The form for a new special price. The request has the shape that the specification defines for the form (S-ENT-02): it contains the product by its
 * id and by its name.
 */
function useNewPrice(onAdded: () => void) {
  const add = useAddSpecialPrice()
  const form = useServerForm<Values, unknown>({
    initialValues: { buyer: null, categoryid: '', brandid: '', productid: '', product: null, price: null },
    validate: wrong,
    send: async ({ buyer, categoryid, brandid, productid, product, price }) => {
      await add.mutateAsync({
        memberid: Number(buyer?.memberid),
        categoryid: Number(categoryid),
        brandid: Number(brandid),
        productid: Number(productid),
        product: product && { productname: product.productname, productcode: product.productcode },
        price: Number(price),
      })
      onAdded()
    },
    fieldByErrorCode: { 'special_price.exists': 'buyer', 'not_found.member': 'buyer', 'not_found.offer': 'productid' },
  })
  return { ...form, added: add.isSuccess }
}

// — Product fields

interface Chosen {
  categoryid: string
  brandid: string
  productid: string
  product: OwnOffer | null
}

interface ProductFieldsProps {
  chosen: Chosen
  field: (name: 'categoryid' | 'brandid') => object
  error: ReactNode
  onChoose: (chosen: Partial<Chosen>) => void
}

/** Selects a product of the shop. Its code and its normal price are shown read-only. */
function ProductFields({ chosen: { categoryid, brandid, productid, product }, field, error, onChoose }: ProductFieldsProps) {
  const { data: { content: offers } = { content: [] } } = useQuery(offersOfBrandQuery(brandid, categoryid))
  return (
    <>
      <FormGrid>
        <CategoryBrandFields
          categoryid={categoryid}
          field={field}
          brandLabel="Brand/Operator"
          onChoose={(chosen) => onChoose({ ...chosen, productid: '', product: null })}
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
        error={error}
        onChange={(id) => onChoose({ productid: id ?? '', product: offers.find((one) => one.productid.toString() === id) ?? null })}
      />
      <FormGrid>
        <TextInput label="Kode market" size="md" readOnly variant="filled" value={product?.productcode ?? ''} />
        <TextInput label="Harga normal" size="md" readOnly variant="filled" value={product ? rupiahText(normalPrice(product)) : ''} />
      </FormGrid>
    </>
  )
}
