export interface FileSent {
  address: string
  token: string | undefined
  file: File
  signal?: AbortSignal
  /** From 0 to 1, while the file is on its way. */
  onProgress?: (part: number) => void
}

/** Phones send pictures over slow lines, so an upload may take longer than any other call. */
const sentWithin = 120_000

/** Sends one file as `multipart/form-data`. By XMLHttpRequest, because fetch does not tell how far it is. */
export function sendFile({ address, token, file, signal, onProgress }: FileSent): Promise<Response> {
  return new Promise((done, fail) => {
    const sending = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file)
    sending.open('POST', address)
    sending.timeout = sentWithin
    sending.setRequestHeader('Accept', 'application/json')
    if (token) sending.setRequestHeader('Authorization', `Bearer ${token}`)
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    sending.onload = () => done(new Response(sending.responseText, { status: sending.status, statusText: sending.statusText }))
    sending.onerror = sending.ontimeout = sending.onabort = () => fail(new Error('no answer'))
    signal?.addEventListener('abort', () => sending.abort())
    sending.send(form)
  })
}
