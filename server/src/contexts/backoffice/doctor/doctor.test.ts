import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doctorChecks } from '@lapak/contract/backoffice/doctor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productionEnvironment, startTestApp, type TestApp } from '../../../../test/app.ts'
import { startMailServer } from '../../../../test/mail-server.ts'
import { judgeAddress } from './service.checks.ts'

let app: TestApp
let behindProxy: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  behindProxy = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, ['http'])
  folder = await mkdtemp(join(tmpdir(), 'lapak-doctor-'))
})
afterAll(async () => {
  await app?.stop()
  await behindProxy?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Line {
  name: string
  state: string
  message: string
}

/** Runs the command in the shell of an operator of `app`. */
async function examine(env: Record<string, string> = {}, ...asked: string[]) {
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../../commands/doctor.ts'), '--json', ...asked],
      {
        env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: app.databaseUrl, DATA_DIR: folder, PUBLIC_URL: app.url, ...env },
      },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
    )
  })
  const checks: Line[] = out.startsWith('{') ? JSON.parse(out).checks : []
  return { code, out, checks, of: (name: string) => checks.find((one) => one.name === name) }
}

test('doctor: a running Lapak passes every check by the command, through its own address and with a websocket', async () => {
  const { code, checks, of } = await examine()
  expect(checks.map(({ name }) => name)).toEqual(doctorChecks)
  expect(checks.filter(({ state }) => state === 'fail')).toEqual([])
  expect(code).toBe(0)
  for (const name of ['node', 'database', 'pooler', 'role', 'migrations', 'clock', 'workers', 'store', 'address', 'websocket'])
    expect(of(name)).toMatchObject({ name, state: 'ok' })
  // What a demo may lack is only a remark.
  for (const name of ['environment', 'mail', 'whatsapp', 'admins', 'terms']) expect(of(name)).toMatchObject({ name, state: 'warn' })
})

test('doctor: in production what members need is a fault', async () => {
  const { code, of } = await examine({ ...productionEnvironment, PUBLIC_URL: app.url })
  expect(code).toBe(1)
  for (const name of ['mail', 'whatsapp', 'admins', 'methods']) expect(of(name)).toMatchObject({ name, state: 'fail' })
  expect(of('environment')?.state).toBe('ok')
})

test('doctor: administrators get the same list on the page, a limited number of times, and members nothing', async () => {
  const [admin, member] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member()]
  const ask = (who = admin) => app.call('POST', '/api/admin/v1/doctor', { token: who.token })
  const { status, body } = await ask()
  expect([status, body.data.map(({ nama }: { nama: string }) => nama)]).toEqual([200, doctorChecks])
  expect(body.data.find(({ nama }: { nama: string }) => nama === 'migrations')).toMatchObject({
    keadaan: 'ok',
    pesan: expect.stringContaining('migrasi'),
  })
  expect((await ask(member)).status).toBe(403)
  await app.setting('health.adapterTestsPerMinute', 2)
  await ask()
  expect((await ask()).status).toBe(429)
})

test('doctor: a database that does not answer, another key and a server that lets addresses be invented fail, with what to do', async () => {
  const secret = 'kata-sandi-database'
  const lost = await examine({ DATABASE_URL: `postgresql://lapak:${secret}@127.0.0.1:1/lapak` })
  expect(lost.code).toBe(1)
  expect(lost.of('pooler')).toMatchObject({ state: 'fail', message: expect.stringContaining('nothing listens at 127.0.0.1:1') })
  expect(lost.of('node')?.state).toBe('ok')
  expect(lost.out).not.toContain(secret)

  const strange = await examine({ SECRET_KEY: 'a-key-of-another-installation-4710823', PUBLIC_URL: behindProxy.url })
  expect(strange.code).toBe(1)
  expect(strange.of('secrets')).toMatchObject({ state: 'fail', message: expect.stringContaining('SECRET_KEY') })
  expect(strange.of('address')).toMatchObject({ state: 'fail', message: expect.stringContaining('X-Forwarded-For') })
  expect(strange.out).not.toContain('4710823')
})

test('doctor: e-mail is checked without sending, and sent where a test is asked for', async () => {
  const mail = await startMailServer()
  expect((await examine({ SMTP_URL: mail.url })).of('mail')?.state).toBe('ok')
  expect(mail.recipients).toEqual([])
  const sent = await examine({ SMTP_URL: mail.url }, '--send-test', 'uji@lapak.test')
  expect([sent.of('mail')?.state, mail.recipients]).toEqual(['ok', ['uji@lapak.test']])
  const wrong = await examine({ SMTP_URL: mail.url.replace('rahasia', 'salah-sekali') })
  expect([wrong.code, wrong.of('mail')?.state]).toEqual([1, 'fail'])
  expect(wrong.out).not.toContain('salah-sekali')
  expect((await examine({}, '--send-test', 'bukan')).code).toBe(2)
  await mail.close()
})

test('doctor: an address that never answers fails after some seconds and holds up no other check', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket))
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as { port: number }
  const { code, of } = await examine({ PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect([code, of('address')?.state, of('websocket')?.state, of('migrations')?.state]).toEqual([1, 'fail', 'warn', 'ok'])
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test.each([
  ['https://lapak.example', '203.0.113.77', 'fail'],
  ['https://lapak.example', '127.0.0.1', 'warn'],
  ['https://lapak.example', '::ffff:127.0.0.1', 'warn'],
  ['https://lapak.example', '172.31.7.2', 'warn'],
  ['https://lapak.example', 'fd00::2', 'warn'],
  ['https://lapak.example', '198.51.100.4', 'ok'],
  ['http://lapak.example', '198.51.100.4', 'warn'],
  ['http://127.0.0.1:3000', '127.0.0.1', 'ok'],
])('doctor: at %s, a client that is seen as %s is judged %s', (publicUrl, seen, state) => {
  expect(judgeAddress(publicUrl, seen).state).toBe(state)
})
