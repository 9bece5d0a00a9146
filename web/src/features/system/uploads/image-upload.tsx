import { Card } from '#ui/card.tsx'
import '@mantine/dropzone/styles.layer.css'
import { uploadMaxMegabytes, uploadTypes } from '@lapak/contract/system/uploads'
import { Button, Loader, Progress, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCamera, IconCircleCheck, IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from '#features/system/uploads/image-upload.module.css'
import { useImageUpload } from '#features/system/uploads/use-image-upload.ts'
import { ChooseFile } from '#ui/choose-file.tsx'
import { openConfirmation } from '#ui/confirm.tsx'

interface ImageUploadProps {
  /** What the picture shows, for example 'foto profil' or 'KTP'. */
  of: string
  address: string | null
  /** Called with the URL of the stored picture, or with null to remove the picture. If the returned promise rejects, the upload fails. */
  onChange: (address: string | null) => Promise<void> | void
  /** Shown while there is no picture. */
  empty: ReactNode
  /** `card` shows the whole picture, for identity cards; `round` shows a circle, for faces. */
  shape?: 'round' | 'card'
  /** Whether only the owner and administrators may see the picture. */
  secret?: boolean
  /** False if the picture can be replaced but not removed. */
  removable?: boolean
  /** Whether phones offer to take a picture in addition to choosing a file. */
  camera?: boolean
  /** The message after a successful upload. */
  doneWord?: string
  /** Text next to the picture, above the buttons. */
  children?: ReactNode
}

/** A picture that can be replaced by a button or by dropping a file on it. Accepts only images. */
export function ImageUpload({
  of,
  address,
  onChange,
  empty,
  shape = 'card',
  secret = false,
  removable = true,
  camera = false,
  doneWord = 'Tersimpan',
  children,
}: ImageUploadProps) {
  const openChooser = useRef<() => void>(null)
  const upload = useImageUpload({ secret, onChange })
  const { state, preview } = upload
  const uploading = state === 'uploading'
  const shown = preview ?? address

  const confirmRemove = () => openConfirmation({ question: `Hapus ${of}?`, danger: true, onYes: () => upload.remove() })

  return (
    <Dropzone
      className={classes.widget}
      data-state={state}
      data-shape={shape}
      openRef={openChooser}
      onDrop={([file]) => file && upload.send(file)}
      onReject={([rejection]) => rejection && upload.send(rejection.file)}
      accept={[...uploadTypes]}
      multiple={false}
      disabled={uploading}
      activateOnClick={false}
      activateOnKeyboard={false}
      tabIndex={-1}
      inputProps={{ 'aria-label': `Pilih ${of}` }}
    >
      <Card look="inset" size="none" className={classes.picture}>
        {shown ? <img src={shown} alt={of} className={classes.image} /> : empty}
        {uploading && (
          <div className={classes.veil}>
            <Loader size="sm" color="white" role="img" aria-label={`Mengunggah ${of}`} />
          </div>
        )}
      </Card>
      <div className={classes.words}>
        {children}
        <div className={classes.buttons}>
          <Button
            size="sm"
            variant="default"
            classNames={{ root: classes.choose, label: classes.chooseWords }}
            leftSection={<IconPhotoUp size={18} />}
            disabled={uploading}
            onClick={() => openChooser.current?.()}
          >
            {shown ? 'Ganti' : 'Unggah'} {of}
          </Button>
          {camera && (
            <ChooseFile accept={uploadTypes.join()} capture="environment" onChoose={upload.send}>
              {(props) => (
                <Button {...props} size="sm" className={classes.camera} leftSection={<IconCamera size={18} />} disabled={uploading}>
                  Ambil {of}
                </Button>
              )}
            </ChooseFile>
          )}
          {address && removable && !uploading && (
            <Button
              size="sm"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} />}
              loading={upload.removing}
              onClick={confirmRemove}
            >
              Hapus
            </Button>
          )}
        </div>
        <div aria-live="polite" className={classes.said}>
          <UploadStatus upload={upload} doneWord={doneWord} />
        </div>
      </div>
    </Dropzone>
  )
}

interface UploadStatusProps {
  upload: ReturnType<typeof useImageUpload>
  doneWord: string
}

function UploadStatus({ upload: { state, progress, reason }, doneWord }: UploadStatusProps) {
  if (state === 'uploading') return <Progress value={progress * 100} size="sm" aria-label="Terunggah" />
  if (reason)
    return (
      <Text size="xs" c="red.8">
        {reason}
      </Text>
    )
  if (state === 'done')
    return (
      <Text size="xs" c="green.8" className={classes.done}>
        <IconCircleCheck size={16} aria-hidden /> {doneWord}
      </Text>
    )
  return (
    <Text size="xs" c="dimmed">
      JPEG, PNG, WebP, maks. {uploadMaxMegabytes} MB
    </Text>
  )
}
