import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'

export interface UploadedFile {
  file: File
  /** False if the server only parses the file, without storing it. */
  keep: boolean
}

/** The state of a file import: the file is first sent for a preview, and a second submit stores it. */
export function useReadFile<Read, Options extends object>(
  sending: UseMutationResult<Read, Error, Options & UploadedFile>,
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

  /** Sends the file for a preview, after discarding the previous preview. Without a file, nothing is sent. */
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
