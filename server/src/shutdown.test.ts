import { expect, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { startParts } from './shutdown.ts'

test('a start that fails closes what was opened, the last part first, even if closing one fails', async () => {
  const closed: string[] = []
  const starting = startParts(createLog('silent'), (opened) => {
    opened(() => closed.push('first'))
    opened(() => Promise.reject(new Error('cannot close')))
    opened(async () => closed.push('third'))
    return Promise.reject(new Error('the port is in use'))
  })
  await expect(starting).rejects.toThrow('the port is in use')
  expect(closed).toEqual(['third', 'first'])
})
