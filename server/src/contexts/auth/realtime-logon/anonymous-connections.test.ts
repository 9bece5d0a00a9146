import { expect, test } from 'vitest'
import { limitAnonymousConnections } from './anonymous-connections.ts'

const watched = (shutdownMs: number) => {
  const ended: string[] = []
  const anonymous = limitAnonymousConnections<string>((connection) => {
    ended.push(connection)
    anonymous.known(connection)
  }, shutdownMs)
  return { ended, ...anonymous }
}

test('a connection that does not sign on in time is closed, but not one that has signed on or disconnected', async () => {
  const { met, known, ended } = watched(20)
  for (const name of ['late', 'member', 'gone']) met(name, '203.0.113.7')
  for (const name of ['member', 'gone', 'gone', 'never met']) known(name)
  await expect.poll(() => ended).toEqual(['late'])
  met('member', '203.0.113.7')
  await expect.poll(() => ended).toEqual(['late', 'member'])
})

test('each network may have fifty open connections that have not signed on', () => {
  const { met, known, ended } = watched(60_000)
  const names = (of: string, count: number) => Array.from({ length: count }, (_, index) => `${of} ${index}`)
  for (const name of names('here', 52)) met(name, '203.0.113.7')
  expect(ended).toEqual(['here 50', 'here 51'])
  for (const name of names('there', 50)) met(name, '203.0.113.8')
  known('here 7')
  met('here 7', '203.0.113.7')
  met('here 7', '203.0.113.7')
  expect(ended).toEqual(['here 50', 'here 51'])
  for (const name of [...names('here', 50), ...names('there', 50)]) known(name)
})
