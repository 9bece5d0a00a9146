import { uploadCalls } from '@lapak/contract/system/uploads'
import { request } from '#lib/api.ts'

interface Picture {
  file: File
  /** True for an identity or tax card. */
  secret: boolean
  onProgress: (part: number) => void
}

/** Stores a picture and returns its address. */
export const uploadImage = ({ file, secret, onProgress }: Picture) =>
  request(uploadCalls.image, { file, onProgress, query: { private: secret ? '1' : '0' } })
