import { z } from 'zod'
import { call } from '../shared/call.ts'

export const uploadMaxMegabytes = 5
/** File types that the file chooser offers. The server checks the content of the file. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** URL path of the stored picture. `imageurl` contains it again at the top level of the answer, next to `data`. */
export const uploadAnswer = z.string()

const shape = {
  access: 'member',
  limit: { setting: 'uploads.perHour', seconds: 3600 },
  /** `multipart/form-data` with the picture in `file`. */
  file: 'picture',
  /** 1 for identity and tax cards, which only their owner and administrators may see. */
  query: z.object({
    private: z
      .enum(['0', '1'])
      .default('0')
      .transform((text) => text === '1'),
  }),
  data: uploadAnswer,
  done: 'Upload Ok!',
  refuses: ['upload.none', 'upload.too_large', 'upload.not_an_image', 'upload.too_many_pixels', 'upload.quota'],
} as const

export const uploadCalls = {
  image: call('POST', '/api/admin/v2/upload/image', { summary: 'Upload a picture', ...shape }),
  /** An older path, used by the administrators' screens. All members may use it (B-OPEN-56). */
  imageOfAdmins: call('POST', '/api/admin/v1/upload/image', { summary: 'Upload a picture (older path for administrators)', ...shape }),
}
