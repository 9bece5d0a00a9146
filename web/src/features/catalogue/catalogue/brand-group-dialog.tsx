import type { BrandGroupRow } from '@lapak/contract/catalogue/catalogue.admin'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupWords } from '#features/catalogue/catalogue/admin-labels.tsx'
import { allCategoriesQuery, useSaveBrandGroup } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { EditDialog, OpenSwitch } from '#features/catalogue/catalogue/edit-dialog.tsx'
import { PictureField } from '#features/catalogue/catalogue/picture-field.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid } from '#ui/form-grid.tsx'

interface Values {
  name: string
  logo: string
  categoryid: string
  status: boolean
}

/** A brand group with all that it has; without one, a new one. */
export function BrandGroupDialog({ group, onClose }: { group: BrandGroupRow | undefined; onClose: () => void }) {
  const save = useSaveBrandGroup(group)
  const edited = useServerForm<Values, unknown>({
    initialValues: {
      ...{
        name: group?.name ?? '',
        logo: group?.logo ?? '',
        categoryid: group?.categoryid.toString() ?? '',
        status: group?.status ?? true,
      },
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Nama BrandGroup wajib diisi' : null),
      categoryid: (category) => (category === '' ? 'Pilih kategori' : null),
    },
    send: async ({ name, logo, categoryid, status }) => {
      await save.mutateAsync({ name, logo: logo || null, categoryid: Number(categoryid), status: status ? 1 : 0 })
      onClose()
    },
    fieldOf: { upload: 'logo' },
  })
  const { form, field } = edited
  const { name, logo, status } = form.values
  const categories = useQuery(allCategoriesQuery).data ?? []
  return (
    <EditDialog
      title={group ? 'Ubah BrandGroup' : 'Tambah BrandGroup'}
      question="BrandGroup ini belum disimpan. Tutup dan buang isiannya?"
      of={edited}
      isSaved={save.isSuccess}
      onClose={onClose}
    >
      <FormGrid>
        <TextInput label="Nama BrandGroup" size="md" maxLength={100} data-autofocus {...field('name')} />
        <NativeSelect
          label="Kategori"
          size="md"
          data={[{ value: '', label: 'Pilih kategori' }, ...categories.map((one) => ({ value: one.id.toString(), label: one.name }))]}
          {...field('categoryid')}
        />
      </FormGrid>
      <PictureField
        of="logo"
        name={name}
        address={logo}
        error={form.errors.logo as string | undefined}
        onChange={(address) => form.setFieldValue('logo', address)}
      />
      <OpenSwitch open={status} words={groupWords} onSwitch={(open) => form.setFieldValue('status', open)} />
    </EditDialog>
  )
}
