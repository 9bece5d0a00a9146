import { uploadCalls } from '@lapak/contract/system/uploads'
import { request } from '#lib/api.ts'

interface Picture {
  file: File
  /** Whether the picture is an identity card or a tax card. */
  secret: boolean
  onProgress: (part: number) => void
}

/** Uploads a picture and returns its URL. */
export const uploadImage = ({ file, secret, onProgress }: Picture) =>
  request(uploadCalls.image, { file, onProgress, query: { private: secret ? '1' : '0' } })
