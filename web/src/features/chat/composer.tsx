import { messageMax, messageMin } from '@lapak/contract/chat'
import { uploadTypes } from '@lapak/contract/uploads'
import { ActionIcon, CloseButton, FileButton, Progress, Text, Textarea } from '@mantine/core'
import { IconPhoto, IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from '#features/chat/composer.module.css'
import { useImageUpload } from '#features/uploads/use-image-upload.ts'

interface ComposerProps {
  /** Under which what is half written is kept while another conversation is open. */
  draft: string
  /** What goes with the next message. */
  attached?: ReactNode
  onDetach?: (() => void) | undefined
  onTyping: () => void
  /** False where it cannot be taken. */
  onSend: (said: { msg: string; image: string | null }) => boolean
}

const drafts = new Map<string, string>()

/** Where one writes. Enter sends, Shift and Enter begin a line. */
export function Composer({ draft, attached, onDetach, onTyping, onSend }: ComposerProps) {
  const [text, setText] = useState(() => drafts.get(draft) ?? '')
  const [image, setImage] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const upload = useImageUpload({ secret: false, onChange: setImage })
  const uploading = upload.state === 'uploading'
  const msg = text.trim()
  const ready = !uploading && (msg.length >= messageMin || (image !== null && msg === ''))

  // Where there is no keyboard on the screen that would cover what is read.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])

  function write(next: string) {
    setText(next)
    drafts.set(draft, next)
    if (next.trim() !== '') onTyping()
  }

  function send() {
    if (!ready || !onSend({ msg, image })) return
    write('')
    setImage(null)
    upload.remove()
    field.current?.focus()
  }

  function onKey(event: KeyboardEvent) {
    // Enter also ends what an input method is composing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {attached && (
        <div className={classes.attached}>
          {attached}
          <CloseButton aria-label="Lepas transaksi" onClick={onDetach} />
        </div>
      )}
      {upload.preview && (
        <div className={classes.attached}>
          <img src={upload.preview} alt="Gambar yang akan dikirim" className={classes.picture} />
          {uploading && <Progress value={upload.progress * 100} size="sm" aria-label="Terunggah" className={classes.progress} />}
          <CloseButton
            aria-label="Lepas gambar"
            disabled={uploading}
            onClick={() => {
              setImage(null)
              upload.remove()
            }}
          />
        </div>
      )}
      {upload.reason && (
        <Text size="sm" c="red.8" role="alert">
          {upload.reason}
        </Text>
      )}
      <div className={classes.line}>
        <FileButton accept={uploadTypes.join()} onChange={(file) => file && upload.send(file)}>
          {(props) => (
            <ActionIcon {...props} size="lg" aria-label="Kirim gambar" disabled={uploading}>
              <IconPhoto size={22} aria-hidden />
            </ActionIcon>
          )}
        </FileButton>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label="Tulis pesan"
          placeholder="Tulis pesan"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={messageMax}
          enterKeyHint="send"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <ActionIcon type="submit" variant="filled" color="green" size="lg" aria-label="Kirim" disabled={!ready}>
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  )
}
