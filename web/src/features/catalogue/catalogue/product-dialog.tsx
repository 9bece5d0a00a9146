import { newProduct, type ProductRow } from '@lapak/contract/catalogue/catalogue.admin'
import { NativeSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { productTypeChoices, statusLabels } from '#features/catalogue/catalogue/admin-labels.tsx'
import { allBrandsQuery, useSaveProduct } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { ClosingNotice, useConfirmClosing } from '#features/catalogue/catalogue/closing-notice.tsx'
import { ActiveSwitch, EditDialog, helpBelowInput } from '#features/catalogue/catalogue/edit-dialog.tsx'
import { PictureField } from '#features/catalogue/catalogue/picture-field.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'

interface Values {
  productname: string
  productcode: string
  brandid: string
  producttype: string
  denom: number | string
  description: string
  image: string
  status: boolean
  berupakode: boolean
}

const begins: Values = {
  ...{ productname: '', productcode: '', brandid: '', description: '', image: '', status: true, berupakode: false },
  ...{ producttype: String(newProduct.producttype), denom: newProduct.denom },
}

const valuesOf = (row: ProductRow): Values => ({
  ...{
    productname: row.productname,
    productcode: row.productcode,
    brandid: row.brandid.toString(),
    status: row.status,
    berupakode: row.berupakode,
  },
  ...{ producttype: String(row.producttype), denom: Number(row.denom), description: row.description ?? '', image: row.image ?? '' },
})

/** The dialog to add or edit a product; `product` is undefined to add a product. */
export function ProductDialog({ product, onClose }: { product: ProductRow | undefined; onClose: () => void }) {
  const save = useSaveProduct(product)
  const askClosing = useConfirmClosing('product')
  const edited = useServerForm<Values, unknown>({
    initialValues: product ? valuesOf(product) : begins,
    validate: {
      productname: (name) => (name.trim() === '' ? 'Nama produk wajib diisi' : null),
      productcode: (code) => (/^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/.test(code.trim()) ? null : 'Kode 1 sampai 30 huruf, angka, - atau _'),
      brandid: (brand) => (brand === '' ? 'Pilih brand' : null),
      denom: (denom) => (Number(denom) >= 1 ? null : 'Denom paling sedikit 1'),
    },
    beforeSend: async ({ status }) =>
      !product?.status || status || askClosing(product.id, `Tutup ${product.productname} (${product.productcode})?`),
    send: async ({ producttype, denom, brandid, status, berupakode, image, description, ...texts }) => {
      await save.mutateAsync({
        ...texts,
        ...{
          producttype: Number(producttype) as 0 | 1 | 2,
          denom: Number(denom),
          brandid: Number(brandid),
          status: status ? 1 : 0,
          berupakode: berupakode ? 1 : 0,
        },
        ...{ image: image || null, description: description || null },
      })
      onClose()
    },
    fieldByErrorCode: { upload: 'image' },
  })
  const { form, field } = edited
  const { brandid, producttype, productname, image, status, berupakode } = form.values
  return (
    <EditDialog
      title={product ? 'Ubah produk' : 'Tambah produk'}
      question="Produk ini belum disimpan. Tutup dan buang isiannya?"
      of={edited}
      isSaved={save.isSuccess}
      onClose={onClose}
    >
      <FormGrid>
        <TextInput label="Nama produk" size="md" maxLength={100} data-autofocus {...field('productname')} />
        <TextInput
          label="Kode produk"
          {...helpBelowInput}
          description={product ? 'Tetap, setelah pernah dijual' : 'Tidak bisa diganti setelah dijual'}
          size="md"
          maxLength={30}
          autoCapitalize="characters"
          autoComplete="off"
          {...field('productcode')}
        />
        <FullWidth>
          <BrandSelect
            value={brandid}
            error={form.errors.brandid as string | undefined}
            onChoose={(id) => form.setFieldValue('brandid', id)}
          />
        </FullWidth>
        <NativeSelect
          label="Tipe"
          {...helpBelowInput}
          description={product ? 'Hanya selama tidak ada suplier yang menjualnya' : undefined}
          size="md"
          data={productTypeChoices}
          {...field('producttype')}
        />
        <NumberInput
          label="Denom"
          {...helpBelowInput}
          description={producttype === '2' ? 'Kelipatan nominal yang boleh dipesan' : 'Hanya dipakai Open Denom'}
          size="md"
          min={1}
          max={1_000_000_000}
          thousandSeparator="."
          decimalSeparator=","
          allowDecimal={false}
          allowNegative={false}
          {...field('denom')}
        />
        <FullWidth>
          <Textarea label="Keterangan" size="md" maxLength={500} autosize minRows={2} {...field('description')} />
        </FullWidth>
      </FormGrid>
      <PictureField
        of="gambar"
        name={productname}
        address={image}
        error={form.errors.image as string | undefined}
        onChange={(address) => form.setFieldValue('image', address)}
      />
      <Switch
        size="md"
        label="Barangnya berupa kode"
        description="Token PLN atau voucher: sukses tanpa SN tidak dianggap terkirim"
        checked={berupakode}
        onChange={(event) => form.setFieldValue('berupakode', event.currentTarget.checked)}
      />
      <ActiveSwitch open={status} words={statusLabels} onSwitch={(open) => form.setFieldValue('status', open)} />
      {product?.status && !status && <ClosingNotice what="product" id={product.id} />}
    </EditDialog>
  )
}

interface BrandSelectProps {
  value: string
  error: string | undefined
  onChoose: (brandid: string) => void
}

/** The select of the brand. There is no select of the category, because a brand belongs to one category. */
function BrandSelect({ value, error, onChoose }: BrandSelectProps) {
  const { data = [], isSuccess } = useQuery(allBrandsQuery)
  return (
    <Select
      label="Brand"
      description={isSuccess && data.length === 0 ? 'Belum ada brand. Tambah dahulu di tab Brand.' : undefined}
      name="brandid"
      size="md"
      placeholder="Ketik nama brand"
      nothingFoundMessage="Brand tidak ditemukan"
      searchable
      allowDeselect={false}
      checkIconPosition="right"
      limit={100}
      error={error}
      data={data.map(({ id, brandname, categoryname }) => ({ value: id.toString(), label: `${brandname} (${categoryname})` }))}
      value={value || null}
      onChange={(next) => onChoose(next ?? '')}
    />
  )
}
