import type { Starter } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { IconChecks, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { catalogueCountsQuery, starterQuery, useAddStarter } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import classes from '#features/catalogue/catalogue/catalogue-admin.module.css'
import type { EmptyStateText } from '#ui/data-table-props.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Opens the starter catalogue; `isMain` where the catalogue is empty. */
export function StarterButton({ isMain = false }: { isMain?: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant={isMain ? 'filled' : 'default'} leftSection={<IconSparkles size={18} />} onClick={() => setOpened(true)}>
        Isi katalog awal
      </Button>
      {opened && <StarterDialog onClose={() => setOpened(false)} />}
    </>
  )
}

const firstSteps = { category: 'Mulai dari kategori', brand: 'Mulai dari brand' } as const

/** What to do in an empty list. While what its records belong to is missing too, that comes first. */
export function useEmptyHint(
  belongsTo: keyof typeof firstSteps,
  hint: string,
  addButton: ReactNode,
): Pick<EmptyStateText, 'hint' | 'action'> {
  const counts = useQuery(catalogueCountsQuery).data
  if (!counts || counts[belongsTo] > 0) return { hint, action: addButton }
  const first = counts.category === 0 ? 'category' : belongsTo
  return {
    hint: 'Produk milik satu brand, dan brand milik satu kategori. Isi katalog awal, atau tambah sendiri satu per satu.',
    action: (
      <div className={classes.choices}>
        <StarterButton isMain />
        <Button variant="default" renderRoot={(props) => <Link to="/admin/products" search={{ tab: first }} {...props} />}>
          {firstSteps[first]}
        </Button>
      </div>
    ),
  }
}

type StarterCategory = Starter['categories'][number]

/** Shows what the starter catalogue would add, and adds the selected categories. */
function StarterDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(starterQuery)
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set())
  const add = useAddStarter(onClose)
  const categories = data?.categories
  const chosen = categories?.filter(({ name }) => !omitted.has(name)) ?? []

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.length > 0 && !add.isPending) add.mutate(chosen.map(({ name }) => name))
  }
  const choose = (name: string, isChosen: boolean) =>
    setOmitted(new Set(isChosen ? [...omitted].filter((one) => one !== name) : [...omitted, name]))

  return (
    <FormDialog
      title="Isi katalog awal"
      size={640}
      form={{ formProps: { onSubmit: submit }, busy: add.isPending }}
      submitLabel={submitLabel(chosen)}
      cancelLabel="Tutup"
      canSubmit={chosen.length > 0}
      onClose={onClose}
    >
      {error && !categories ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : !categories ? (
        <Skeleton height={320} />
      ) : categories.length === 0 ? (
        <EmptyState
          icon={IconChecks}
          title="Tidak ada yang perlu ditambahkan"
          hint="Isi katalog awal sudah pernah ditambahkan. Yang Anda ubah atau hapus tidak kembali."
        />
      ) : (
        <>
          <Text size="sm">
            Kategori, brand dan produk yang biasa dijual di Indonesia, tanpa harga: suplier yang menentukan harganya. Yang sudah ada tidak
            diubah.
          </Text>
          <Stack gap="sm" role="group" aria-label="Kategori yang ditambahkan">
            {categories.map((category) => (
              <Checkbox
                key={category.name}
                size="md"
                label={category.name}
                description={<CategoryContents of={category} />}
                checked={!omitted.has(category.name)}
                disabled={add.isPending}
                onChange={(event) => choose(category.name, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </>
      )}
    </FormDialog>
  )
}

const CategoryContents = ({ of: { added, brandgroups, brands, products } }: { of: StarterCategory }) => (
  <>
    {[
      ...(added ? [] : ['kategori sudah ada']),
      ...(brandgroups.length > 0 ? [`${dotted(brandgroups.length)} BrandGroup`] : []),
      ...(brands.length > 0 ? [`${dotted(brands.length)} brand`] : []),
      ...(products > 0 ? [`${dotted(products)} produk`] : []),
    ].join(' · ')}
    {brands.length > 0 && <br />}
    {brands.join(', ')}
  </>
)

function submitLabel(chosen: readonly StarterCategory[]): string {
  const products = chosen.reduce((sum, category) => sum + category.products, 0)
  return products > 0 ? `Tambahkan ${dotted(products)} produk` : 'Tambahkan'
}
