import { h2hOrder } from '@lapak/contract/h2h'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, parsed, type Routes } from '#core/http.ts'
import type { Log } from '#core/log.ts'
import { Refusal } from '#core/refusal.ts'
import type { Keys } from '../api-keys/api-keys.ts'
import type { Market } from '../market/market.ts'
import { channels } from '../purchases/types.ts'
import { type Intake, toOrder } from './h2h.ts'
import { balanceText, isEarly, orderText, refusedText, undecidedText, unknownText } from './text.ts'

/**
 * The GET interface, for reseller software that can only fill a URL and match the answer with a pattern: `/h2h/trx`,
 * `/h2h/status`, `/h2h/balance`. `sign` is the hex HMAC-SHA256 by the secret over
 * `key|product|dest|refid|amount|counter|maxprice|token` (absent ones empty); `secret` itself is accepted only from listed
 * addresses. The query is never logged.
 */
export interface GetContext {
  market: Market
  keys: Keys
  intake: Intake
  log: Log
}

const names = ['key', 'product', 'dest', 'refid', 'amount', 'counter', 'maxprice', 'token'] as const
type Asked = Record<(typeof names)[number] | 'sign' | 'secret', string>

export function getRoutes(routes: Routes, context: GetContext) {
  const { market, intake } = context
  const get = (url: string, answer: (caller: Caller, asked: Asked) => Promise<string>) =>
    routes.raw.get(url, (request, reply) => respond(context, request, reply, answer))

  get('/h2h/trx', async (caller, asked) => {
    const body = parsed(h2hOrder, {
      productcode: asked.product,
      target: asked.dest,
      reffclient: asked.refid,
      counter: asked.counter || undefined,
      amount: asked.amount || undefined,
      maxprice: asked.maxprice || undefined,
      token: asked.token || undefined,
    })
    return orderText(await intake.order(caller, toOrder(caller, body, channels.get)))
  })

  get('/h2h/status', async (caller, asked) => orderText(await intake.find(caller, asked.refid)))

  get('/h2h/balance', async (caller) => balanceText(market.traders.get(caller.memberId)?.name ?? '', await intake.balance(caller)))
}

async function respond(
  { keys, log }: GetContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (caller: Caller, asked: Asked) => Promise<string>,
) {
  const asked = read(request.query)
  reply.type('text/plain; charset=utf-8')
  try {
    if (names.some((name) => asked[name].includes('|')))
      throw new Refusal('input.invalid', {}, { errors: { sign: 'Tanda | tidak boleh dipakai' } })
    const caller = keys.verify(
      asked.key,
      request.ip,
      asked.secret === '' ? { signature: asked.sign, text: names.map((name) => asked[name]).join('|') } : { secret: asked.secret },
    )
    return await answer(caller, asked)
  } catch (error) {
    if (!(error instanceof Refusal)) {
      log.error({ err: error, requestId: request.id }, 'a GET order failed')
      return reply.code(500).send(undecidedText('gangguan sistem', asked.refid))
    }
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    // Software that matches text often drops anything but 200, so what was understood and decided is a 200.
    return reply
      .code(isEarly(error) ? error.status : 200)
      .send(error.code === 'not_found.purchase' ? unknownText(asked.refid) : refusedText(error, asked))
  }
}

/** A parameter given twice is refused by being unreadable; the sign would not tell which one was meant. */
function read(query: unknown): Asked {
  const given = query as Record<string, unknown>
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    ...(Object.fromEntries(names.map((name) => [name, text(name)])) as Record<(typeof names)[number], string>),
    sign: text('sign'),
    secret: text('secret'),
  }
}
