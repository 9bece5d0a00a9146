import { z } from 'zod'
import { call } from './call.ts'

export const bannerCalls = {
  shown: call('GET', '/public/sliders', {
    summary: 'The banners of the home page, in their order',
    access: 'public',
    data: z.array(z.object({ image: z.string(), caption: z.string() })),
  }),
}
