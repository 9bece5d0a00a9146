import { expect, test } from 'vitest'
import { startLapakProcess } from '../../test/fault/lapak-process.ts'
import { readConfig } from './config.ts'

const own = {
  SECRET_KEY: 'a-key-for-this-test-only-0123456789',
  CLIENT_SECRET: 'a-secret-for-this-test',
  PUBLIC_URL: 'https://lapak.example',
}

test('production refuses to start with a public or guessable secret, or without the URL for links in e-mails', () => {
  const production = (given: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...own, ...given })
  expect(() => production({ SECRET_KEY: '' })).toThrow('SECRET_KEY still has its development value')
  expect(() => production({ SECRET_KEY: 'a'.repeat(64) })).toThrow('SECRET_KEY: must be random')
  expect(() => production({ CLIENT_SECRET: '' })).toThrow('CLIENT_SECRET still has its development value')
  expect(() => production({ PUBLIC_URL: '' })).toThrow('PUBLIC_URL is not set')
  expect(production({}).production).toBe(true)
})

test('the program exits with the reason if the configuration is refused, and tries to connect to the database if it is valid', async () => {
  const endWith = (environment: Record<string, string>) =>
    startLapakProcess({
      databaseUrl: 'postgres://127.0.0.1:1/none',
      environment: { NODE_ENV: 'production', FAULT_POINTS: '', OUTGOING_ALLOWED_HOSTS: '', ...own, ...environment },
    })
  await expect(endWith({ SECRET_KEY: '' })).rejects.toMatchObject({
    code: 1,
    message: expect.stringContaining('SECRET_KEY still has its development value'),
  })
  await expect(endWith({})).rejects.toMatchObject({ code: 1, message: expect.stringContaining('nothing listens at 127.0.0.1:1/none') })
})

test('a secret key must look randomly generated', () => {
  for (const key of [
    'a'.repeat(64),
    'ab'.repeat(20),
    'password'.repeat(4),
    '0123456789'.repeat(4),
    `${'a'.repeat(40)}bc`,
    'lapak-'.repeat(7),
  ])
    expect(() => readConfig({ SECRET_KEY: key }), key).toThrow('SECRET_KEY: must be random')
  for (const key of [own.SECRET_KEY, 'f3b1c09a4477d2e85b6610fa9c3e7d21', 'kunci rahasia toko saya di Bandung 2026'])
    expect(readConfig({ SECRET_KEY: key }).secretKey).toBe(key)
})

test('former keys must look random and are separated by commas', () => {
  const [one, two] = ['f3b1c09a4477d2e85b6610fa9c3e7d21', '8d02b9e7715fca43f0cc1e5b7a2964d3']
  expect(readConfig({ SECRET_KEYS_OLD: `${one}, ${two}` }).formerSecretKeys).toEqual([one, two])
  expect(readConfig({}).formerSecretKeys).toEqual([])
  for (const list of ['short', `${one},`, `${one},${'ab'.repeat(20)}`])
    expect(() => readConfig({ SECRET_KEYS_OLD: list }), list).toThrow('SECRET_KEYS_OLD')
})

test('a payment provider needs both of its secrets, and payouts need a provider', () => {
  for (const secret of [{ XENDIT_SECRET_KEY: 'xnd_1' }, { XENDIT_CALLBACK_TOKEN: 'token' }])
    expect(() => readConfig({ NODE_ENV: 'test', GATEWAY: 'xendit', ...secret })).toThrow(
      'GATEWAY=xendit needs XENDIT_SECRET_KEY and XENDIT_CALLBACK_TOKEN',
    )
  expect(readConfig({}).gateway).toBe(null)
  expect(() => readConfig({ XENDIT_DISBURSE: '1' })).toThrow('XENDIT_DISBURSE needs GATEWAY=xendit')
})

test('installations that share the account at the payment provider are named by their code', () => {
  const of = (list: string) =>
    readConfig({
      NODE_ENV: 'test',
      GATEWAY: 'xendit',
      XENDIT_SECRET_KEY: 'xnd_1',
      XENDIT_CALLBACK_TOKEN: 'token',
      XENDIT_SHARED_WITH: list,
    }).gateway?.sharedWith
  expect(of('')).toEqual([])
  expect(of('00FF, A1B2')).toEqual(['00FF', 'A1B2'])
  for (const list of ['TP-00FF', '00FF A1B2', '00ff']) expect(() => of(list), list).toThrow('XENDIT_SHARED_WITH')
})

test('in production, secrets of services that report money must be long and random', () => {
  const long = 'f3b1c09a4477d2e85b6610fa9c3e7d21'
  const gateway = { GATEWAY: 'xendit', XENDIT_SECRET_KEY: 'xnd_1' }
  for (const name of ['XENDIT_CALLBACK_TOKEN', 'BANKFEED_SECRET', 'MOOTA_SECRET', 'CEKMUTASI_SECRET']) {
    const read = (secret: string, mode = 'production') =>
      readConfig({ ...own, BANKFEED_SECRET: long, XENDIT_CALLBACK_TOKEN: long, ...gateway, NODE_ENV: mode, [name]: secret })
    expect(() => read(long.slice(1)), name).toThrow(`${name} must have at least 32 characters in production`)
    expect(() => read('ab'.repeat(20)), name).toThrow(`${name} must be random`)
    expect(read(long).production).toBe(true)
    expect(read(long.slice(1), 'development').production).toBe(false)
  }
})

test('settings of a real deployment require an explicit NODE_ENV, since development accepts bank feeds from everyone', () => {
  const secret = 'f3b1c09a4477d2e85b6610fa9c3e7d21'
  const gateway = { GATEWAY: 'xendit', XENDIT_SECRET_KEY: 'xnd_1', XENDIT_CALLBACK_TOKEN: secret }
  const real = [
    gateway,
    { BANKFEED_SECRET: secret },
    { MOOTA_SECRET: secret },
    { CEKMUTASI_SECRET: secret },
    { PUBLIC_URL: own.PUBLIC_URL },
  ]
  for (const environment of real) {
    expect(() => readConfig(environment)).toThrow('NODE_ENV is not set')
    expect(() => readConfig({ ...environment, NODE_ENV: '' })).toThrow('NODE_ENV is not set')
    expect(readConfig({ ...environment, NODE_ENV: 'development' }).production).toBe(false)
  }
  expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:3000' }).production).toBe(false)
})

test('trusted proxies are configured by IP address', () => {
  expect(() => readConfig({ TRUST_PROXY: 'proxy' })).toThrow('TRUST_PROXY: must be addresses')
  expect(readConfig({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).trustProxy).toBe('10.0.0.1, 10.1.0.0/16')
})

test('up to five XMPP accounts with passwords can be configured [B-CONST-34]', () => {
  const accounts = (count: number) => Array.from({ length: count }, (_, nth) => `lapak${nth}@xmpp.example:rahasia-${nth}`).join(',')
  const read = (list: string) =>
    readConfig({ XMPP_URL: 'xmpps://xmpp.example:5223', XMPP_ACCOUNTS: list }).xmpp?.accounts.map(({ jid }) => jid)
  expect(read(accounts(5))).toEqual([0, 1, 2, 3, 4].map((nth) => `lapak${nth}@xmpp.example`))
  for (const wrong of [accounts(6), 'lapak@xmpp.example', 'lapak:rahasia', `${accounts(1)},${accounts(1)}`])
    expect(() => read(wrong), wrong).toThrow(/up to five/)
  expect(() => readConfig({ XMPP_URL: 'xmpp://xmpp.example:5222', XMPP_ACCOUNTS: accounts(1) })).toThrow(/xmpps/)
})
