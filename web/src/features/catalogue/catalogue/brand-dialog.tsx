import type { BrandRow } from '@lapak/contract/catalogue/catalogue.admin'
import { type TargetKind, targetKinds } from '@lapak/contract/market-data/targets'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noCategories, statusLabels, targetKindLabels } from '#features/catalogue/catalogue/admin-labels.tsx'
import { allCategoriesQuery, brandGroupsQuery, useSaveBrand } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { ClosingNotice, useConfirmClosing } from '#features/catalogue/catalogue/closing-notice.tsx'
import { ActiveSwitch, EditDialog, helpBelowInput } from '#features/catalogue/catalogue/edit-dialog.tsx'
import { operatorsQuery } from '#features/catalogue/catalogue/operators.admin.api.ts'
import { PictureField } from '#features/catalogue/catalogue/picture-field.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'

interface Values {
  brandname: string
  brandlogo: string
  productcategoryid: string
  brandgroupid: string
  operator: string
  targetkind: TargetKind
  status: boolean
}

const begins: Values = {
  ...{ brandname: '', brandlogo: '', productcategoryid: '', brandgroupid: '', operator: '', targetkind: 'text', status: true },
}

const valuesOf = (row: BrandRow): Values => ({
  ...{ brandname: row.brandname, brandlogo: row.brandlogo ?? '', productcategoryid: row.productcategoryid.toString() },
  ...{ brandgroupid: row.brandgroupid?.toString() ?? '', operator: row.operator ?? '', targetkind: row.targetkind, status: row.status },
})

/** The dialog to add or edit a brand; `brand` is undefined to add a brand. */
export function BrandDialog({ brand, onClose }: { brand: BrandRow | undefined; onClose: () => void }) {
  const save = useSaveBrand(brand)
  const askClosing = useConfirmClosing('brand')
  const edited = useServerForm<Values, unknown>({
    initialValues: brand ? valuesOf(brand) : begins,
    validate: {
      brandname: (name) => (name.trim() === '' ? 'Nama brand wajib diisi' : null),
      productcategoryid: (category) => (category === '' ? 'Pilih kategori' : null),
    },
    beforeSend: async ({ status }) => !brand?.status || status || askClosing(brand.id, `Tutup brand ${brand.brandname}?`),
    send: async ({ brandname, brandlogo, productcategoryid, brandgroupid, operator, targetkind, status }) => {
      await save.mutateAsync({
        ...{ brandname, brandlogo: brandlogo || null, productcategoryid: Number(productcategoryid), targetkind, status: status ? 1 : 0 },
        ...{ brandgroupid: brandgroupid === '' ? null : Number(brandgroupid), operator: operator || null },
      })
      onClose()
    },
    fieldByErrorCode: { upload: 'brandlogo' },
  })
  const { form, field } = edited
  const { brandname, brandlogo, productcategoryid, targetkind, status } = form.values
  const { data: categories = [], isSuccess } = useQuery(allCategoriesQuery)
  const groups = useQuery(brandGroupsQuery(productcategoryid)).data ?? []
  const operators = useQuery(operatorsQuery).data ?? []

  return (
    <EditDialog
      title={brand ? 'Ubah brand' : 'Tambah brand'}
      question="Brand ini belum disimpan. Tutup dan buang isiannya?"
      of={edited}
      isSaved={save.isSuccess}
      onClose={onClose}
    >
      <FormGrid>
        <FullWidth>
          <TextInput label="Nama brand" size="md" maxLength={100} data-autofocus {...field('brandname')} />
        </FullWidth>
        <NativeSelect
          label="Kategori"
          {...helpBelowInput}
          description={isSuccess && categories.length === 0 ? noCategories : brand ? 'Produknya ikut pindah' : undefined}
          size="md"
          data={[{ value: '', label: 'Pilih kategori' }, ...categories.map(({ id, name }) => ({ value: id.toString(), label: name }))]}
          {...field('productcategoryid')}
          onChange={(event) => form.setValues({ productcategoryid: event.currentTarget.value, brandgroupid: '' })}
        />
        <NativeSelect
          label="BrandGroup"
          {...helpBelowInput}
          description={brand ? 'Dari kategori yang sama' : undefined}
          size="md"
          disabled={productcategoryid === ''}
          data={[{ value: '', label: 'Tanpa BrandGroup' }, ...groups.map(({ id, name }) => ({ value: id.toString(), label: name }))]}
          {...field('brandgroupid')}
        />
        <NativeSelect
          label="Tujuan"
          {...helpBelowInput}
          description="Ke mana produknya dikirim"
          size="md"
          data={targetKinds.map((kind) => ({ value: kind, label: targetKindLabels[kind] }))}
          {...field('targetkind')}
          onChange={(event) =>
            form.setValues({
              targetkind: event.currentTarget.value as TargetKind,
              ...(event.currentTarget.value !== 'mobile' && { operator: '' }),
            })
          }
        />
        <NativeSelect
          label="Operator"
          {...helpBelowInput}
          description="Hanya nomornya yang diterima"
          size="md"
          disabled={targetkind !== 'mobile'}
          data={[{ value: '', label: 'Semua nomor' }, ...operators.map(({ code, name }) => ({ value: code, label: name }))]}
          {...field('operator')}
        />
      </FormGrid>
      <PictureField
        of="logo"
        name={brandname}
        address={brandlogo}
        error={form.errors.brandlogo as string | undefined}
        onChange={(address) => form.setFieldValue('brandlogo', address)}
      />
      <ActiveSwitch open={status} words={statusLabels} onSwitch={(open) => form.setFieldValue('status', open)} />
      {brand?.status && !status && <ClosingNotice what="brand" id={brand.id} />}
    </EditDialog>
  )
}
