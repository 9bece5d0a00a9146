import { normalPrice } from '@lapak/contract/selling/offers'
import { Alert, Checkbox, Group, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { belowCostText, isBelowCost } from '#features/selling/offers/offer-labels.ts'
import type { Offer, OfferTerms } from '#features/selling/offers/offers.api.ts'
import { formatRupiahInput, parseRupiah } from '#lib/rupiah-input.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'
import { RupiahField, rupiahError } from '#ui/rupiah-field.tsx'

type Money = bigint | null | undefined

/** The terms of an offer, as they are typed in the form. */
export interface TypedTerms {
  kodesupplier: string
  kodecek: string
  sellprice: Money
  buyprice: Money
  promoprice: Money
  stok: string
  status: boolean
  gangguan: boolean
  cutoffawal: string
  cutoffakhir: string
}

export const emptyTerms: TypedTerms = {
  kodesupplier: '',
  kodecek: '',
  sellprice: null,
  buyprice: null,
  promoprice: null,
  stok: '',
  status: true,
  gangguan: false,
  cutoffawal: '',
  cutoffakhir: '',
}

export const toTypedTerms = (offer: Offer): TypedTerms => ({
  kodesupplier: offer.kodesupplier,
  kodecek: offer.kodecek ?? '',
  sellprice: offer.sellprice,
  buyprice: offer.buyprice,
  promoprice: offer.promoprice || null,
  stok: offer.stok === null ? '' : formatRupiahInput(BigInt(offer.stok)),
  status: offer.status,
  gangguan: offer.gangguan,
  cutoffawal: offer.cutoffawal ?? '',
  cutoffakhir: offer.cutoffakhir ?? '',
})

/** Converts the typed terms to the body of the call. */
export function toTermsBody(terms: TypedTerms): OfferTerms {
  const stock = parseRupiah(terms.stok)
  return {
    kodesupplier: terms.kodesupplier.trim(),
    kodecek: terms.kodecek.trim() || null,
    sellprice: Number(terms.sellprice ?? 0),
    buyprice: Number(terms.buyprice ?? 0),
    promoprice: terms.promoprice == null ? null : Number(terms.promoprice),
    stok: stock == null ? null : Number(stock),
    status: terms.status ? 1 : 0,
    gangguan: terms.gangguan ? 1 : 0,
    cutoffawal: terms.cutoffawal || null,
    cutoffakhir: terms.cutoffakhir || null,
  }
}

const pricesOf = ({ sellprice, promoprice, buyprice }: TypedTerms) => ({
  sellprice: sellprice ?? 0n,
  discount: promoprice ?? 0n,
  buyprice: buyprice ?? 0n,
})

export const termsValidation = {
  kodesupplier: (code: string) => (code.trim() === '' ? 'Kode suplier wajib diisi' : null),
  sellprice: (money: Money) => (money === null ? 'Harga jual wajib diisi' : rupiahError(money)),
  buyprice: rupiahError,
  promoprice: (money: Money, { sellprice }: TypedTerms) =>
    rupiahError(money) ?? (money && sellprice && money >= sellprice ? 'Harga promo harus di bawah harga jual' : null),
  stok: (text: string) => (parseRupiah(text) === undefined ? 'Tulis angka bulat saja, atau kosongkan' : null),
}

/** Asks for a confirmation if the price is below the cost. Such a price is allowed. */
export const confirmBelowCost = async (terms: TypedTerms): Promise<boolean> =>
  !isBelowCost(pricesOf(terms)) || isConfirmed({ question: `${belowCostText(pricesOf(terms))}. Simpan juga?`, danger: true })

interface FieldsProps<Values extends TypedTerms> {
  form: UseFormReturnType<Values>
}

/** The fields of an offer that its seller sets. */
export function TermsFields<Values extends TypedTerms>({ form: anyForm }: FieldsProps<Values>) {
  // The component uses only the fields that all offer forms have, so the form is cast to the type of these fields.
  const form = anyForm as unknown as UseFormReturnType<TypedTerms>
  const { values } = form
  const field = (name: keyof TypedTerms) => ({ name, ...form.getInputProps(name) })
  const money = (name: 'sellprice' | 'buyprice' | 'promoprice') => ({
    name,
    value: values[name],
    error: form.errors[name] as string | undefined,
    onChange: (typed: Money) => form.setFieldValue(name, typed),
  })
  const prices = pricesOf(values)
  return (
    <FormGrid>
      <TextInput
        label="Kode suplier"
        description="Kode produk di server Anda"
        size="md"
        maxLength={60}
        autoComplete="off"
        {...field('kodesupplier')}
      />
      <TextInput
        label="Kode cek nama"
        description="Boleh kosong; misalnya CEKPLN"
        size="md"
        maxLength={60}
        autoComplete="off"
        {...field('kodecek')}
      />
      <RupiahField label="Harga jual" {...money('sellprice')} />
      <RupiahField label="Harga beli" {...money('buyprice')} />
      <RupiahField label="Harga promo" description="Kosong berarti tanpa promo" {...money('promoprice')} />
      <TextInput
        label="Stok"
        description="Kosong berarti tanpa batas"
        size="md"
        inputMode="numeric"
        maxLength={12}
        autoComplete="off"
        {...field('stok')}
      />
      {isBelowCost(prices) && normalPrice(prices) > 0n && (
        <FullWidth>
          <Alert color="red" title="Di bawah modal">
            {belowCostText(prices)}. Boleh disimpan.
          </Alert>
        </FullWidth>
      )}
      <TextInput label="Cut-off awal" type="time" size="md" {...field('cutoffawal')} />
      <TextInput label="Cut-off akhir" type="time" size="md" {...field('cutoffakhir')} />
      <FullWidth>
        <Group gap="lg">
          <Checkbox label="Dijual" {...form.getInputProps('status', { type: 'checkbox' })} />
          <Checkbox label="Gangguan" {...form.getInputProps('gangguan', { type: 'checkbox' })} />
        </Group>
      </FullWidth>
    </FormGrid>
  )
}
