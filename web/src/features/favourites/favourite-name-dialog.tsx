import { Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { type Favourite, useRenameFavourite, useSaveFavourite } from '#features/favourites/favourites.api.ts'
import { inFours } from '#lib/targets.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'

/** What is kept: a number, and with a product what is usually bought for it. */
export interface Kept {
  target: string
  productcode: string | null
  productname: string | null
}

const nameMax = 40

/** A name for a number that is not kept yet. */
export function NewFavouriteDialog({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const save = useSaveFavourite()
  const { target, productcode } = kept
  return (
    <NameDialog
      title="Simpan ke favorit"
      kept={kept}
      name=""
      send={(name) => save.mutateAsync({ name, target, productcode })}
      onClose={onClose}
    />
  )
}

export function RenameFavouriteDialog({ favourite, onClose }: { favourite: Favourite; onClose: () => void }) {
  const rename = useRenameFavourite(favourite.id)
  return <NameDialog title="Ganti nama favorit" kept={favourite} name={favourite.name} send={rename.mutateAsync} onClose={onClose} />
}

interface NameDialogProps {
  title: string
  kept: Kept
  name: string
  send: (name: string) => Promise<unknown>
  onClose: () => void
}

function NameDialog({ title, kept, name, send, onClose }: NameDialogProps) {
  const { field, formProps, busy } = useServerForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() === '' ? 'Nama wajib diisi' : null) },
    send: ({ name: typed }) => send(typed.trim()),
    fieldOf: { 'favourite.exists': 'name', 'favourite.too_many': 'name' },
    onSent: onClose,
  })
  /** It may lie over another form, whose own submit this is not. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.stopPropagation()
    formProps.onSubmit(event)
  }
  return (
    <FormDialog
      title={title}
      size={380}
      of={{ formProps: { ...formProps, onSubmit: submit }, busy }}
      does="Simpan"
      closes="Tutup"
      onClose={onClose}
    >
      <Text size="sm">
        {inFours(kept.target)}
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
