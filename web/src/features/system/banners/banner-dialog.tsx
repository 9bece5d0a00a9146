import { type Banner, bannerCaptionMax, bannerSortMax } from '@lapak/contract/system/banners'
import { Button, Center, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { CroppedBanner } from '#features/system/banners/banner-parts.tsx'
import classes from '#features/system/banners/banner-preview.module.css'
import { useArchiveBanner, useSaveBanner } from '#features/system/banners/banners.admin.api.ts'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'
import { useServerForm } from '#lib/use-server-form.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { DayField } from '#ui/day-field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormGrid } from '#ui/form-grid.tsx'

interface Values {
  image: string
  caption: string
  expdate: string | null
  sortorder: number | string
  status: boolean
}

const newBanner: Values = { image: '', caption: '', expdate: null, sortorder: 0, status: true }

/** Adds or edits a banner; undefined adds a new one. */
export function BannerDialog({ banner, onClose }: { banner: Banner | undefined; onClose: () => void }) {
  const save = useSaveBanner(banner)
  const archive = useArchiveBanner()
  const { form, field, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: banner ? { ...banner } : newBanner,
    validate: {
      image: (image) => (image === '' ? 'Unggah gambar banner' : null),
      caption: (caption) => (caption.trim() === '' ? 'Judul wajib diisi' : null),
      sortorder: (place) => (place === '' ? 'Urutan wajib diisi' : null),
    },
    send: async ({ image, caption, expdate, sortorder, status }) => {
      await save.mutateAsync({ image, caption, expdate, sortorder: Number(sortorder), status: status ? '1' : '0' })
      onClose()
    },
    fieldByErrorCode: { upload: 'image', banner: 'caption' },
  })
  const { image, caption, expdate, status } = form.values

  const askArchive = (gone: Banner) =>
    openConfirmation({
      question: `Hapus banner "${gone.caption}"? Ia tidak tampil lagi di Lobby.`,
      danger: true,
      onYes: () => archive.mutate(gone.id, { onSuccess: onClose }),
    })

  return (
    <FormDialog
      title={banner ? 'Ubah banner' : 'Tambah banner'}
      size={640}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !save.isSuccess, question: 'Banner ini belum disimpan. Tutup dan buang isiannya?' }}
      submitLabel="Simpan"
      cancelLabel="Tutup"
      canSubmit={form.isDirty()}
      secondary={
        banner && (
          <Button
            variant="default"
            color="red"
            mr="auto"
            leftSection={<IconTrash size={16} />}
            disabled={busy}
            loading={archive.isPending}
            onClick={() => askArchive(banner)}
          >
            Hapus
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextInput label="Judul" size="md" maxLength={bannerCaptionMax} data-autofocus {...field('caption')} />
      <ImageUpload
        of="gambar"
        address={image || null}
        removable={false}
        doneWord="Terunggah, belum disimpan"
        empty={
          <Center h="100%">
            <IconPhoto size={28} aria-hidden />
          </Center>
        }
        onChange={(address) => form.setFieldValue('image', address ?? '')}
      >
        <Text size="xs" c="dimmed">
          Paling bagus 1280 × 350 piksel, tulisan di tengah.
        </Text>
        {form.errors.image && (
          <Text size="xs" c="red.8" role="alert">
            {form.errors.image}
          </Text>
        )}
      </ImageUpload>
      {image && <BannerPreview image={image} caption={caption} />}
      <FormGrid>
        <DayField
          label="Berakhir"
          none="Tanpa batas"
          value={expdate}
          error={form.errors.expdate as string | undefined}
          onDay={(day) => form.setFieldValue('expdate', day)}
        />
        <NumberInput
          label="Urutan"
          size="md"
          min={0}
          max={bannerSortMax}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          {...field('sortorder')}
        />
      </FormGrid>
      <Switch
        size="md"
        label={status ? 'Aktif' : 'Non Aktif'}
        aria-label="Status"
        checked={status}
        onChange={(event) => form.setFieldValue('status', event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

/** The banner widths in px of the most common screens. */
const screens = [
  { width: 1200, label: 'Layar lebar' },
  { width: 358, label: 'HP' },
] as const

/** Small previews of the banner, each cropped as on the home page of one screen width, because the visible part differs a lot. */
const BannerPreview = ({ image, caption }: { image: string; caption: string }) => (
  <div className={classes.previews}>
    {screens.map(({ width, label }) => (
      <figure key={width} className={classes.preview} style={{ flex: width }}>
        <CroppedBanner image={image} width={width} label={`${caption || 'Banner'} di ${label.toLowerCase()}`} className={classes.picture} />
        <figcaption className={classes.label}>{label}</figcaption>
      </figure>
    ))}
  </div>
)
