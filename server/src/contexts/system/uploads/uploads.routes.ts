import { uploadCalls } from '@lapak/contract/system/uploads'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type CallRequest, parseInput, type Routes } from '#http/http.ts'
import { endUnlessRead } from '#http/server-limits.ts'
import { pictureType, type Uploads } from './uploads.ts'

const aYearSeconds = 365 * 86_400

const named = z.object({ name: z.string() })
const text = z.string().catch('')
const pass = z.object({ until: text, by: text, sig: text })

export function uploadRoutes(routes: Routes, { uploads }: { uploads: Uploads }) {
  async function upload({
    caller,
    query,
    file,
    addFields,
  }: Pick<CallRequest<typeof uploadCalls.image>, 'caller' | 'query' | 'file' | 'addFields'>): Promise<string> {
    const address = await uploads.storePicture(caller.memberId, await file(), query.private)
    // The two specification documents name this field differently (B-OPEN-56).
    addFields({ imageurl: address })
    return address
  }
  routes.on(uploadCalls.image, (asked) => upload(asked))
  routes.on(uploadCalls.imageOfAdmins, (asked) => upload(asked))

  /** Names are random and never reused, so a picture can be cached for good. */
  routes.raw.get('/public/images/:name', async (request, reply) => {
    const picture = await uploads.readPublic(parseInput(named, request.params).name)
    return show(reply, picture, `public, max-age=${aYearSeconds}, immutable`)
  })
  routes.raw.get('/private/images/:name', async (request, reply) => {
    const picture = await uploads.readPrivate(parseInput(named, request.params).name, parseInput(pass, request.query), request.ip)
    return show(reply, picture, 'private, no-store')
  })
}

/** A picture that is opened as a page must not run scripts. */
function show(reply: FastifyReply, picture: Buffer, caching: string) {
  endUnlessRead(reply, reply.server.clocks.answerMs)
  return reply
    .type(pictureType)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', caching)
    .send(picture)
}
