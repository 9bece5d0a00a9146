import { normalPrice } from '@lapak/contract/selling/offers'
import { rupiahText } from '@lapak/contract/shared/money'
import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CategoryBrandFields } from '#features/catalogue/catalogue/category-brand-fields.tsx'
import { type OwnOffer, offersOfBrandQuery } from '#features/catalogue/special-prices/special-prices.api.ts'
import { FormGrid } from '#ui/form-grid.tsx'

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

/** Which of the shop's products; its code and what everybody else pays are only shown. */
export function ProductFields({ chosen: { categoryid, brandid, productid, product }, field, error, onChoose }: ProductFieldsProps) {
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
