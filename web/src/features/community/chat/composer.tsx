import { messageMax, messageMin } from '@lapak/contract/community/chat'
import { uploadTypes } from '@lapak/contract/system/uploads'
import { ActionIcon, CloseButton, Progress, Text, Textarea } from '@mantine/core'
import { IconPhoto, IconSend2 } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from '#features/community/chat/composer.module.css'
import { useImageUpload } from '#features/system/uploads/use-image-upload.ts'
import { pastedPicture } from '#lib/pasted-picture.ts'
import { sessionItem } from '#lib/session.ts'
import { ChooseFile } from '#ui/choose-file.tsx'

interface ComposerProps {
  /** The key under which an unsent text is kept while another conversation is open. */
  draft: string
  /** Content that is attached to the next message. */
  attached?: ReactNode
  onDetach?: (() => void) | undefined
  onTyping: () => void
  /** Returns false if the message cannot be accepted; the text then stays in the input. */
  onSend: (content: { msg: string; image: string | null }) => boolean
}

/** The remaining number of characters is shown when it is below this value; pasted text beyond the maximum is cut off. */
const leftFrom = 200

/** The input of a message. Enter sends; Shift+Enter begins a new line. */
export function Composer({ draft, attached, onDetach, onTyping, onSend }: ComposerProps) {
  const [text, setText] = useState(() => draftOf(draft))
  const [image, setImage] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const upload = useImageUpload({ secret: false, onChange: setImage })
  const uploading = upload.state === 'uploading'
  const msg = text.trim()
  const ready = !uploading && (msg.length >= messageMin || (image !== null && msg === ''))

  // Only on devices without an on-screen keyboard, which would cover the messages.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])

  function write(next: string) {
    setText(next)
    keepDraft(draft, next)
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
    // Enter is ignored while it confirms the composition of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onPaste(event: ClipboardEvent) {
    const picture = pastedPicture(event)
    if (!picture || uploading) return
    event.preventDefault()
    upload.send(picture)
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
      {text.length > messageMax - leftFrom && (
        <Text size="xs" c="dimmed" aria-live="polite">
          {messageMax - text.length} karakter lagi
        </Text>
      )}
      <div className={classes.line}>
        <ChooseFile accept={uploadTypes.join()} onChoose={upload.send}>
          {(props) => (
            <ActionIcon {...props} size="lg" aria-label="Kirim gambar" disabled={uploading}>
              <IconPhoto size={22} aria-hidden />
            </ActionIcon>
          )}
        </ChooseFile>
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
          onPaste={onPaste}
        />
        <ActionIcon type="submit" variant="filled" color="green" size="lg" aria-label="Kirim" disabled={!ready}>
          <IconSend2 size={20} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  )
}

// — Drafts

/* Unsent texts by conversation. They are stored in the browser, because phones unload pages that are in the background. */

const store = sessionItem('chat-drafts')

function read(): Record<string, string> {
  try {
    return JSON.parse(store.read() ?? '{}')
  } catch {
    // The stored value is invalid, so it was changed by hand: treat it as empty.
    return {}
  }
}

const draftOf = (conversation: string): string => read()[conversation] ?? ''

function keepDraft(conversation: string, text: string) {
  const { [conversation]: _, ...others } = read()
  const drafts = text === '' ? others : { ...others, [conversation]: text }
  store.write(Object.keys(drafts).length > 0 ? JSON.stringify(drafts) : null)
}
