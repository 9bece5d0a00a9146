import type { RefusalMsg } from '@lapak/contract/shared/refusals'
import { uploadMaxMegabytes, uploadTypes } from '@lapak/contract/system/uploads'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { uploadImage } from '#features/system/uploads/uploads.api.ts'

export type UploadState = 'idle' | 'uploading' | 'done' | 'failed'

/** How long the failed state is shown, in milliseconds. The reason of the failure stays visible until the next try. */
const failedFor = 3_000

interface Upload {
  secret: boolean
  /** Called with the URL of the uploaded picture; if it fails, the upload counts as failed. */
  onChange: (address: string | null) => Promise<void> | void
}

/** The state of one upload: idle, uploading, done, or failed and then idle again. */
export function useImageUpload({ secret, onChange }: Upload) {
  const [state, setState] = useState<UploadState>('idle')
  const [progress, setProgress] = useState(0)
  const [preview, setPreview] = useState<string>()
  const [reason, setReason] = useState<string>()
  const sending = useMutation({
    mutationFn: async (file: File) => {
      setPreview(await dataAddress(file))
      await onChange(await uploadImage({ file, secret, onProgress: setProgress }))
    },
    onSuccess: () => setState('done'),
    onError: fail,
    // The error is shown next to the picture, so no message in the snackbar is needed (S-STATE-10).
    meta: { shownInPlace: true },
  })
  const removing = useMutation({
    mutationFn: async () => onChange(null),
    onSuccess: reset,
    onError: fail,
    meta: { shownInPlace: true },
  })

  useEffect(() => {
    if (state !== 'failed') return
    const later = setTimeout(() => setState('idle'), failedFor)
    return () => clearTimeout(later)
  }, [state])

  function fail(error: Error) {
    console.error('upload', error.message)
    setPreview(undefined)
    setReason(error.message)
    setState('failed')
  }

  function send(file: File) {
    const wrong = imageFileError(file)
    if (wrong) return fail(new Error(wrong))
    setReason(undefined)
    setProgress(0)
    setState('uploading')
    sending.mutate(file)
  }

  function reset() {
    setPreview(undefined)
    setReason(undefined)
    setState('idle')
  }

  return { state, progress, preview, reason, send, remove: removing.mutate, removing: removing.isPending }
}

/** Checks a file as the server would, before the file is sent. Returns the reason why the file is refused, or null. */
export function imageFileError(file: Pick<File, 'type' | 'size'>): string | null {
  if (!uploadTypes.some((type) => type === file.type))
    return 'File harus gambar JPEG, PNG atau WebP' satisfies RefusalMsg<'upload.not_an_image'>
  if (file.size > uploadMaxMegabytes * 1024 * 1024) return `Gambar paling besar ${uploadMaxMegabytes} MB`
  return null
}

/** Reads the file as a `data:` URL, because the content security policy allows only pictures from the web app's own origin and `data:` URLs. */
const dataAddress = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(new Error('File tidak bisa dibaca'))
    reader.readAsDataURL(file)
  })
