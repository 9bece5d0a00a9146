import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const logged = (error: unknown): unknown => {
  let line = ''
  const write = (text: string) => {
    line += text
  }
  createLog('info', { write }).error({ err: error }, 'gagal')
  return JSON.parse(line).err
}

test('an error is logged with its type, message, code, stack and cause, and without the connection that it carries', () => {
  const cause = Object.assign(new TypeError('terminating connection'), { code: '57P01', client: { secretKey: 77 } })
  const error = Object.assign(new Error('query failed', { cause }), { client: { secretKey: 77 }, length: 116 })
  expect(logged(error)).toEqual({
    type: 'Error',
    message: 'query failed',
    stack: error.stack,
    cause: { type: 'TypeError', message: 'terminating connection', code: '57P01', stack: cause.stack },
  })
  expect(logged('text')).toBe('text')
})

test('an error that consists of several errors is logged with each of them, and a circle of causes ends', () => {
  expect(logged(new AggregateError([new Error('127.0.0.1:5432'), new Error('[::1]:5432')]))).toMatchObject({
    type: 'AggregateError',
    errors: [{ message: '127.0.0.1:5432' }, { message: '[::1]:5432' }],
  })
  const [one, other] = [new Error('satu'), new Error('dua')]
  Object.assign(one, { cause: other })
  Object.assign(other, { cause: one })
  expect(logged(one)).toMatchObject({ message: 'satu', cause: { message: 'dua', cause: { message: 'satu' } } })
})
