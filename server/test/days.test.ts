import type { Call } from '@lapak/contract/shared/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestMember } from './app.ts'
import { allCalls } from './calls.ts'

/** Every call with days in its parameters, according to the contract. */
const namesOfDays = ['awal', 'akhir', 'day']
const daysOf = (asked?: z.ZodType) =>
  asked instanceof z.ZodObject ? Object.keys(asked.shape).filter((name) => namesOfDays.includes(name)) : []
const calls = (await allCalls()).flatMap((call) => {
  const days = [...daysOf(call.params), ...daysOf(call.query)]
  return days.length === 0 ? [] : [{ name: `${call.method} ${call.path}`, call, days }]
})

let app: TestApp
let member: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  member = await app.member({ roles: ['ROLE_ADMIN', 'ROLE_SELLER'] })
})
afterAll(() => app.stop())

function ask({ method, path }: Call, [first, last]: readonly [string, string]) {
  const asked = path.replace('{day}', first).replace(/\{\w+\}/g, '7')
  return app.call(method, `${asked}?${new URLSearchParams({ awal: first, akhir: last })}`, { token: member.token })
}

describe.each(calls)('$name', ({ call, days }) => {
  test.each([
    ['0000-01-01', '0000-01-31'],
    ['1999-12-01', '1999-12-31'],
    ['9999-12-01', '9999-12-31'],
  ] as const)('refuses days from %s to %s', async (...asked) => {
    const { status, body } = await ask(call, asked)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject(Object.fromEntries(days.map((day) => [day, 'Tanggal tidak valid'])))
  })
})

test('more than ten calls of the contract have a day as a parameter', () => {
  expect(calls.length).toBeGreaterThan(10)
})
