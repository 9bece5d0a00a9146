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

/** Calls that say they refuse an unknown bank, and refuse an unknown bank, a taken phone, or whom their access lets in. */
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
  test.each([[true], [false]])('refuses what it declared, and what its access does (production: %s)', async (production) => {
    const get = start(production)
    expect(await get('/bank')).toEqual([404, 'not_found.bank', []])
    expect(await get('/admin')).toEqual([403, 'access.denied', []])
  })

  test('that refuses anything else is a defect, loudly', async () => {
    // The line ends with what was refused.
    expect(await start(false)('/phone')).toEqual([500, 'system.failed', [expect.stringContaining(broken)]])
  })

  test('that does so in production is heard by whoever asked, and told to the log', async () => {
    expect(await start(true)('/phone')).toEqual([409, 'phone.taken', [broken]])
  })
})
