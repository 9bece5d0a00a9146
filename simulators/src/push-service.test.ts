import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypted, startPushService } from './push-service.ts'

test('a push service decrypts the example of RFC 8291, and refuses changed messages and messages for a different browser', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const secret = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(decrypted(body, { pair, secret })).toBe('When I grow up, I want to be a watermelon')
  const changed = Buffer.from(body)
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100)
  expect(() => decrypted(changed, { pair, secret })).toThrow()
  expect(() => decrypted(body, { pair, secret: Buffer.alloc(16) })).toThrow()
})

test('a push service refuses messages that are unsigned, unencrypted, too large or for an unknown browser', async () => {
  const service = await startPushService()
  const browser = service.subscribe(Buffer.alloc(65, 4).toString('base64url'))
  const post = async (url: string, headers: Record<string, string>, body: string) =>
    (await fetch(url, { method: 'POST', headers, body })).status
  const encoded = { 'content-encoding': 'aes128gcm', ttl: '60' }
  expect(await post(browser.endpoint, {}, 'x')).toBe(400)
  expect(await post(browser.endpoint, { ttl: '60' }, 'x')).toBe(400)
  expect(await post(browser.endpoint, encoded, 'x')).toBe(403)
  expect(await post(browser.endpoint, { ...encoded, authorization: 'vapid t=a.b.c, k=AAAA' }, 'x')).toBe(403)
  expect(await post(browser.endpoint, encoded, 'x'.repeat(4097))).toBe(413)
  expect(await post(`${service.url}/push/nobody`, encoded, 'x')).toBe(410)
  expect(browser.received).toEqual([])
  await service.close()
})
