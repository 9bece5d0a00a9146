import { postMax } from '@lapak/contract/community/feeds'
import { uploadTypes } from '@lapak/contract/system/uploads'
import { Button, CloseButton, Progress, Text, Textarea } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, useRef, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { useWritePost } from '#features/community/feeds/feeds.api.ts'
import classes from '#features/community/feeds/post-prompt.module.css'
import { postTextError } from '#features/community/feeds/post-text-error.ts'
import { useIdempotencyKey } from '#features/community/feeds/use-idempotency-key.ts'
import { useImageUpload } from '#features/system/uploads/use-image-upload.ts'
import { pastedPicture } from '#lib/pasted-picture.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { ChooseFile } from '#ui/choose-file.tsx'
import link from '#ui/text-link.module.css'

/** The field for a new post. A member with an incomplete account gets a link to complete it. */
export function PostPrompt() {
  const user = useUser()
  if (!user) return null
  if (!user.complete)
    return (
      <Card>
        <Text size="sm">
          Untuk menulis, menyukai, dan berkomentar,{' '}
          <Link to="/home" className={link.inline}>
            lengkapi akun Anda
          </Link>{' '}
          dahulu.
        </Text>
      </Card>
    )
  return <Writing name={user.name} avatar={user.member.memberavatar} />
}

function Writing({ name, avatar }: { name: string; avatar: string | null }) {
  const [text, setText] = useState('')
  const [image, setImage] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const upload = useImageUpload({ secret: false, onChange: setImage })
  const write = useWritePost()
  const idOf = useIdempotencyKey()
  const uploading = upload.state === 'uploading'
  const msg = text.trim()
  const ready = !uploading && (msg !== '' || image !== null)
  useConfirmLeave(msg !== '' || image !== null, 'Kiriman belum diterbitkan. Tinggalkan?')

  function dropImage() {
    setImage(null)
    upload.remove()
  }

  function send() {
    if (!ready || write.isPending) return
    write.mutate(
      { msg, image, clientid: idOf(`${image} ${msg}`) },
      {
        onSuccess: () => {
          setText('')
          dropImage()
          field.current?.focus()
        },
      },
    )
  }

  function onPaste(event: ClipboardEvent) {
    const picture = pastedPicture(event)
    if (!picture || uploading) return
    event.preventDefault()
    upload.send(picture)
  }

  return (
    <Card
      component="form"
      aria-label="Tulis kiriman"
      className={classes.prompt}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={classes.line}>
        <Avatar name={name} address={avatar} size={40} />
        <Textarea
          ref={field}
          className={classes.field}
          aria-label="Tulis kiriman"
          placeholder="Tulis sesuatu untuk semua member"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={postMax}
          value={text}
          error={postTextError(write.error)}
          onChange={(event) => {
            setText(event.currentTarget.value)
            write.reset()
          }}
          onPaste={onPaste}
        />
      </div>
      {upload.preview && (
        <div className={classes.attached}>
          <img src={upload.preview} alt="Gambar yang akan dikirim" className={classes.picture} />
          {uploading && <Progress value={upload.progress * 100} size="sm" aria-label="Terunggah" className={classes.progress} />}
          <CloseButton aria-label="Lepas gambar" disabled={uploading || write.isPending} onClick={dropImage} />
        </div>
      )}
      {upload.reason && (
        <Text size="sm" c="red.8" role="alert">
          {upload.reason}
        </Text>
      )}
      <div className={classes.tools}>
        <ChooseFile accept={uploadTypes.join()} onChoose={upload.send}>
          {(props) => (
            <Button {...props} variant="subtle" size="sm" leftSection={<IconPhoto size={18} aria-hidden />} disabled={uploading}>
              {image ? 'Ganti gambar' : 'Gambar'}
            </Button>
          )}
        </ChooseFile>
        {text.length > postMax - 200 && (
          <Text size="xs" c="dimmed" aria-live="polite">
            {postMax - text.length} karakter lagi
          </Text>
        )}
        <Button type="submit" size="sm" disabled={!ready} loading={write.isPending}>
          Kirim
        </Button>
      </div>
    </Card>
  )
}
