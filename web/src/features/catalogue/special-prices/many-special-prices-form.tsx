import { specialPriceLinesMax } from '@lapak/contract/catalogue/special-prices'
import { Button, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CategoryBrandFields } from '#features/catalogue/catalogue/category-brand-fields.tsx'
import { BuyersSelect } from '#features/catalogue/special-prices/buyer-select.tsx'
import {
  type Buyer,
  type ManySpecialPrices,
  type ManySpecialPricesPreview,
  offersOfBrandQuery,
  usePreviewSpecialPrices,
} from '#features/catalogue/special-prices/special-prices.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { FormGrid } from '#ui/form-grid.tsx'
import { RupiahField, rupiahError } from '#ui/rupiah-field.tsx'

interface Values {
  buyers: Buyer[]
  categoryid: string
  brandid: string
  productids: string[]
  way: 'price' | 'rupiah' | 'percent'
  price: bigint | null | undefined
  percent: string
}

const ways = [
  { value: 'price', label: 'Satu harga untuk semua' },
  { value: 'rupiah', label: 'Potongan rupiah' },
  { value: 'percent', label: 'Potongan persen' },
]

const wrong = {
  buyers: (buyers: Buyer[]) => (buyers.length === 0 ? 'Pilih pembelinya' : null),
  brandid: (id: string) => (id === '' ? 'Pilih brandnya' : null),
  productids: (ids: string[], { buyers }: Values) => {
    if (ids.length === 0) return 'Pilih produknya'
    return ids.length * buyers.length > specialPriceLinesMax ? `Paling banyak ${specialPriceLinesMax} harga sekaligus` : null
  },
  price: (price: Values['price'], { way }: Values) => {
    if (way === 'percent') return null
    return price === null || price === 0n ? 'Wajib diisi' : rupiahError(price)
  },
  percent: (text: string, { way }: Values) =>
    way === 'percent' && !/^[1-9]\d?$/.test(text.trim()) ? 'Tulis angka bulat 1 sampai 99' : null,
}

const askedOf = ({ buyers, productids, way, price, percent }: Values): ManySpecialPrices => ({
  memberids: buyers.map(({ memberid }) => Number(memberid)),
  productids: productids.map(Number),
  ...(way === 'price' && { price: Number(price) }),
  ...(way === 'rupiah' && { change: { rupiah: -Number(price) } }),
  ...(way === 'percent' && { change: { percent: -Number(percent) } }),
})

interface FormProps {
  onClose: () => void
  onUnsent: (unsent: boolean) => void
  onSeen: (asked: ManySpecialPrices, preview: ManySpecialPricesPreview) => void
}

/** The form: buyers, products of one brand, and the price. */
export function ManySpecialPricesForm({ onClose, onUnsent, onSeen }: FormProps) {
  const preview = usePreviewSpecialPrices()
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: { buyers: [], categoryid: '', brandid: '', productids: [], way: 'price', price: null, percent: '' },
    validate: wrong,
    send: async (values) => {
      const asked = askedOf(values)
      onSeen(asked, await preview.mutateAsync(asked))
    },
    fieldByErrorCode: { 'not_found.member': 'buyers', 'not_found.offer': 'productids', 'special_price.out_of_bounds': 'price' },
  })
  const { buyers, categoryid, brandid, productids, way, price } = form.values
  const filled = buyers.length > 0 || productids.length > 0
  useEffect(() => onUnsent(filled), [filled, onUnsent])
  const { data: { content: offers } = { content: [] } } = useQuery(offersOfBrandQuery(brandid, categoryid))
  return (
    <form {...formProps}>
      <Stack gap="md">
        <BuyersSelect
          value={buyers}
          error={form.errors.buyers as string | undefined}
          onChoose={(chosen) => form.setFieldValue('buyers', chosen)}
        />
        <FormGrid>
          <CategoryBrandFields
            categoryid={categoryid}
            field={field}
            brandLabel="Brand/Operator"
            onChoose={(chosen) => form.setValues({ ...chosen, productids: [] })}
          />
        </FormGrid>
        <MultiSelect
          label="Produk"
          size="md"
          placeholder={productids.length === 0 ? 'Pilih produk' : ''}
          searchable
          limit={100}
          disabled={brandid === ''}
          nothingFoundMessage="Toko Anda tidak menjual produk lain dari brand ini"
          hidePickedOptions
          data={offers.map((one) => ({ value: one.productid.toString(), label: `${one.productname} (${one.productcode})` }))}
          {...field('productids')}
        />
        {offers.length > 1 && productids.length < offers.length && (
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              form.setFieldValue(
                'productids',
                offers.map(({ productid }) => productid.toString()),
              )
            }
          >
            Pilih semua produk brand ini
          </Button>
        )}
        <FormGrid>
          <NativeSelect label="Cara" size="md" data={ways} {...field('way')} />
          {way === 'percent' ? (
            <TextInput
              label="Potongan persen"
              description="Dari harga normal tiap produk"
              size="md"
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              rightSection="%"
              {...field('percent')}
            />
          ) : (
            <RupiahField
              label={way === 'price' ? 'Harga khusus' : 'Potongan rupiah'}
              description={way === 'price' ? undefined : 'Dari harga normal tiap produk'}
              name="price"
              value={price}
              error={form.errors.price as string | undefined}
              onChange={(typed) => form.setFieldValue('price', typed)}
            />
          )}
        </FormGrid>
        <FormActions submitLabel="Lihat hasilnya" cancelLabel="Tutup" busy={busy} onClose={onClose} />
      </Stack>
    </form>
  )
}
