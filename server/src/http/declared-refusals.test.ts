import { call } from '@lapak/contract/shared/call'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../test/app.ts'
import { createHttp, createRoutes } from './http.ts'
import { Refusal } from './refusal.ts'

const noMember = () => null
const denied = () => {
  throw new Refusal('access.denied')
}

/**
 * Starts a server with calls that declare only the refusal of an unknown bank. The calls throw this refusal, the refusal of a phone number that is
 * already in use, or a refusal of their access.
 */
function start(production: boolean) {
  const lines: Json[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = createHttp({ log, trustProxy: '' })
  const guards = { public: noMember, client: noMember, member: noMember, seller: noMember, admin: denied, secret: noMember }
  const routes = createRoutes(app, {
    guards,
    checks: { requireSecondFactor: denied, requireStepUp: denied, count: denied, countRows: denied, countLongList: denied },
    production,
  })
  const shape = { summary: '', access: 'public', refuses: ['not_found.bank'] } as const
  routes.on(call('GET', '/bank', shape), () => {
    throw new Refusal('not_found.bank')
  })
  routes.on(call('GET', '/phone', shape), () => {
    throw new Refusal('phone.taken')
  })
  routes.on(call('GET', '/admin', { ...shape, access: 'admin' }), async () => undefined)
  const get = async (url: string) => {
    const answer = await app.inject(url)
    return [answer.statusCode, answer.json().code, lines.map((line) => line.err?.message ?? line.msg)]
  }
  return get
}

const broken = 'GET /phone refuses phone.taken, which its `refuses` does not say'

describe('a call', () => {
  test.each([[true], [false]])('may throw the refusals of its declaration and of its access (production: %s)', async (production) => {
    const get = start(production)
    expect(await get('/bank')).toEqual([404, 'not_found.bank', []])
    expect(await get('/admin')).toEqual([403, 'access.denied', []])
  })

  test('fails with an error on an undeclared refusal', async () => {
    // The log line ends with the refusal.
    expect(await start(false)('/phone')).toEqual([500, 'system.failed', [expect.stringContaining(broken)]])
  })

  test('sends an undeclared refusal to the client in production, and logs it', async () => {
    expect(await start(true)('/phone')).toEqual([409, 'phone.taken', [broken]])
  })
})
