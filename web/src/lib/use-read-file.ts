import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'

export interface SentFile {
  file: File
  /** False for reading only, without storing. */
  keep: boolean
}

/** A file that is read for a preview first and stored by a second submit. */
export function useReadFile<Read, Options extends object>(
  sending: UseMutationResult<Read, Error, Options & SentFile>,
  onKept: (read: Read) => void,
) {
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<Read>()
  const { error, isPending: isSending } = sending

  function forget() {
    setFile(undefined)
    setRead(undefined)
    sending.reset()
  }

  /** Resets the preview; without a file nothing is sent. */
  function look(options: Options, chosen: File | undefined) {
    setFile(chosen)
    setRead(undefined)
    if (chosen) sending.mutate({ ...options, file: chosen, keep: false }, { onSuccess: setRead })
  }

  function keep(options: Options) {
    if (file) sending.mutate({ ...options, file, keep: true }, { onSuccess: onKept })
  }

  return { file, read, error, isSending, look, keep, forget }
}
