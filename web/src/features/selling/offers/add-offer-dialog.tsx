import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CategoryBrandFields } from '#features/catalogue/catalogue/category-brand-fields.tsx'
import {
  confirmBelowCost,
  emptyTerms,
  TermsFields,
  type TypedTerms,
  termsValidation,
  toTermsBody,
} from '#features/selling/offers/offer-form.tsx'
import { sellableQuery, useAddOffer } from '#features/selling/offers/offers.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'

interface Values extends TypedTerms {
  categoryid: string
  brandid: string
  productid: string
}

/** Adds an offer to the shop: category, brand, product and terms, with a confirmation. */
export function AddOfferDialog({ onClose }: { onClose: () => void }) {
  const add = useAddOffer(onClose)
  const { form, field, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: { categoryid: '', brandid: '', productid: '', ...emptyTerms },
    validate: {
      ...termsValidation,
      categoryid: (id) => (id === '' ? 'Pilih kategorinya' : null),
      brandid: (id) => (id === '' ? 'Pilih brandnya' : null),
      productid: (id) => (id === '' ? 'Pilih produknya' : null),
    },
    beforeSend: async (values) => (await confirmBelowCost(values)) && isConfirmed({ question: 'Tambah produk ini ke toko Anda?' }),
    send: ({ categoryid, brandid, productid, ...terms }) =>
      add.mutateAsync({
        categoryid: Number(categoryid),
        brandid: Number(brandid),
        productid: Number(productid),
        ...toTermsBody(terms),
      }),
    fieldByErrorCode: { 'offer.exists': 'productid', not_found: 'productid', 'offer.promo_too_high': 'promoprice' },
  })
  const { categoryid, brandid } = form.values
  const { data: products = [] } = useQuery(sellableQuery(brandid))
  return (
    <FormDialog
      title="Tambah produk"
      size={640}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !add.isSuccess, question: 'Produk ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Tambah"
      onClose={onClose}
    >
      <CategoryBrandFields
        autoFocus
        categoryid={categoryid}
        field={field}
        onChoose={(chosen) => form.setValues({ ...chosen, productid: '' })}
      />
      <Select
        label="Produk"
        size="md"
        placeholder="Pilih produk"
        searchable
        limit={100}
        disabled={brandid === ''}
        nothingFoundMessage="Produk tidak ditemukan"
        data={products.map(({ id, productcode, productname }) => ({ value: id.toString(), label: `${productname} (${productcode})` }))}
        name="productid"
        value={form.values.productid || null}
        error={form.errors.productid}
        onChange={(id) => form.setFieldValue('productid', id ?? '')}
      />
      <TermsFields form={form} />
    </FormDialog>
  )
}
