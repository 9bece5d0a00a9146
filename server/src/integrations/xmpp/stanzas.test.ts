import { xml } from '@xmpp/client'
import { expect, test } from 'vitest'
import { carbonsNamespace, readMessage } from './stanzas.ts'

/** Messages with all elements that a sender may write, as delivered by a server that does not remove any of them. */
const own = 'bot@lapak.test'
const body = xml('body', {}, 'S.kunci')
const read = (attrs: object, ...inside: ReturnType<typeof xml>[]) =>
  readMessage(xml('message', { from: 'Budi@jabber.test/hp', to: own, type: 'chat', id: '1', ...attrs }, ...inside), own)
const stanzaId = (by: string, id: string) => xml('stanza-id', { xmlns: 'urn:xmpp:sid:0', by, id })
const delay = (from: string | undefined, stamp: string) => xml('delay', { xmlns: 'urn:xmpp:delay', from, stamp })

test('the archive id of a message is accepted only from our own XMPP server', () => {
  expect(read({}, body)?.archiveId).toBe(null)
  for (const by of ['budi@jabber.test', 'jabber.test', 'lapak.test', 'bot@lapak.test.evil.example'])
    expect(read({}, stanzaId(by, 'forged'), body)?.archiveId, by).toBe(null)
  expect(read({}, stanzaId('budi@jabber.test', 'forged'), stanzaId(own, 'given'), body)?.archiveId).toBe('given')
})

test('the sending time of a message is the earliest time stamp of our own server or account, never a time stamp of the sender', () => {
  for (const from of ['jabber.test', 'budi@jabber.test/hp', undefined, 'evil.lapak.test'])
    expect(read({}, delay(from, '2020-01-01T00:00:00Z'), body)?.sentAt, String(from)).toBe(null)
  expect(read({}, delay(own, '2026-03-01T00:00:00Z'), delay('lapak.test', '2026-02-01T00:00:00Z'), body)?.sentAt).toEqual(
    new Date('2026-02-01T00:00:00Z'),
  )
  expect(read({}, delay('lapak.test', 'kemarin'), body)?.sentAt).toBe(null)
})

test('copies from other devices, server errors, rooms and messages of this account itself are not commands', () => {
  const copied = xml('forwarded', { xmlns: 'urn:xmpp:forward:0' }, xml('message', { from: 'siti@jabber.test' }, body))
  for (const way of ['sent', 'received']) expect(read({}, xml(way, { xmlns: carbonsNamespace }, copied), body), way).toBe(null)
  for (const type of ['error', 'groupchat', 'headline']) expect(read({ type }, body), type).toBe(null)
  for (const from of ['', own, `${own}/lain`, own.toUpperCase()]) expect(read({ from }, body), from).toBe(null)
  expect(read({}, xml('body', {}, '  '))).toBe(null)
  expect(read({}, body)).toMatchObject({ from: 'budi@jabber.test', body: 'S.kunci' })
})
