import { Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { type Favourite, useChangeFavourite, useSaveFavourite } from '#features/market-data/favourites/favourites.api.ts'
import { groupInFours } from '#lib/targets.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

/** A target, and optionally the product that is usually bought for it. */
export interface FavouriteTarget {
  target: string
  productcode: string | null
  productname: string | null
}

const nameMax = 40

/** Values of the form. */
interface Typed {
  name: string
}

/** The dialog that asks for the name of a new favourite. */
export function NewFavouriteDialog({ kept, onClose }: { kept: FavouriteTarget; onClose: () => void }) {
  const save = useSaveFavourite()
  const { target, productcode } = kept
  return (
    <FavouriteDialog
      title="Simpan ke favorit"
      kept={kept}
      begins={{ name: '' }}
      send={(typed) => save.mutateAsync({ ...typed, target, productcode })}
      onClose={onClose}
    />
  )
}

export function ChangeFavouriteDialog({ favourite, onClose }: { favourite: Favourite; onClose: () => void }) {
  const { name } = favourite
  const change = useChangeFavourite(favourite.id)
  return <FavouriteDialog title="Ganti nama favorit" kept={favourite} begins={{ name }} send={change.mutateAsync} onClose={onClose} />
}

interface FavouriteDialogProps {
  title: string
  kept: FavouriteTarget
  begins: Typed
  send: (typed: Typed) => Promise<unknown>
  onClose: () => void
}

function FavouriteDialog({ title, kept, begins, send, onClose }: FavouriteDialogProps) {
  const { field, formProps, busy } = useServerForm({
    initialValues: begins,
    validate: { name: (name) => (name.trim() === '' ? 'Nama wajib diisi' : null) },
    send: ({ name, ...typed }) => send({ ...typed, name: name.trim() }),
    fieldByErrorCode: { 'favourite.exists': 'name', 'favourite.too_many': 'name' },
    onSuccess: onClose,
  })
  /** The dialog may be rendered inside another form, so its submit event must not reach that form. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.stopPropagation()
    formProps.onSubmit(event)
  }
  return (
    <FormDialog
      title={title}
      size={380}
      form={{ formProps: { ...formProps, onSubmit: submit }, busy }}
      submitLabel="Simpan"
      cancelLabel="Tutup"
      onClose={onClose}
    >
      <Text size="sm">
        {groupInFours(kept.target)}
        {kept.productname && ` · ${kept.productname}`}
      </Text>
      <TextInput
        label="Nama"
        placeholder="Ibu Sari – token"
        maxLength={nameMax}
        autoComplete="off"
        data-autofocus
        autoFocus
        {...field('name')}
      />
    </FormDialog>
  )
}
