import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productionEnvironment } from '../../test/app.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import type { StepResult } from './setup/steps.ts'

const program = join(import.meta.dirname, 'setup.ts')

let database: TestDatabase
let mail: MailServer
let folder: string
/** What the simulated WhatsApp provider was asked to send. */
const texts: string[] = []
const whatsapp = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    texts.push(body)
    response.setHeader('content-type', 'application/json')
    response.end('{"status":true}')
  })
})

beforeAll(async () => {
  database = await createTestDatabase()
  mail = await startMailServer()
  folder = await mkdtemp(join(tmpdir(), 'lapak-setup-'))
  whatsapp.listen(0, '127.0.0.1')
  await once(whatsapp, 'listening')
})
afterAll(async () => {
  whatsapp.close()
  await mail?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command in a production shell; `lines` are typed as they are asked for. */
async function setUp(asked: string[], env: Record<string, string> = {}, lines = '') {
  const child = spawn(process.execPath, [program, ...asked], {
    env: { PATH: process.env.PATH, ...productionEnvironment, DATABASE_URL: database.url, ...env },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  child.stdin.end(lines)
  const [code] = await once(child, 'close')
  return { code, out, err }
}

const summaryOf = (out: string) => JSON.parse(out) as { ready: boolean; steps: StepResult[] }
const statesOf = (out: string) => summaryOf(out).steps.map(({ step, state }) => `${step}: ${state}`)
const fileOf = async (answers: unknown) => {
  const file = join(folder, 'setup.json')
  await writeFile(file, typeof answers === 'string' ? answers : JSON.stringify(answers))
  return file
}
const carriers = () => ({
  SMTP_URL: mail.url,
  WHATSAPP: 'fonnte',
  WHATSAPP_TOKEN: 'rahasia',
  WHATSAPP_URL: `http://127.0.0.1:${(whatsapp.address() as AddressInfo).port}`,
  OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
})

test('setup: without answers it says what is open and which variable to set, and changes nothing', async () => {
  const { code, out } = await setUp(['--yes', '--json'])
  expect(code).toBe(1)
  expect(statesOf(out)).toEqual([
    'database: kept',
    'environment: kept',
    'administrators: open',
    'PUBLIC_URL: kept',
    'e-mail: open',
    'WhatsApp: open',
    'bank accounts: open',
    'payment provider: kept',
    'commission: open',
    'catalogue: open',
  ])
  expect(out).toContain('SMTP_URL=')
  const tables = openTables(database.ownerUrl)
  expect(await tables.selectFrom('member').select('id').execute()).toEqual([])
  await tables.destroy()
})

test('setup: a file with mistakes is refused with a line for each', async () => {
  const file = await fileOf({ administrators: [{ email: 'tanpa-at' }], accounts: [{ bank: 'BPD', number: '12', owner: 'A B C' }], lain: 1 })
  const { code, err } = await setUp(['--yes', '--file', file])
  expect(code).toBe(2)
  for (const place of ['administrators.0.email: is not an e-mail address', 'accounts.0.bank', 'accounts.0.number', 'lain'])
    expect(err).toContain(place)
  expect((await setUp(['--yes', '--file', join(folder, 'tidak-ada.json')])).err).toContain('cannot be read')
  expect((await setUp(['--yes', '--file', await fileOf('{')])).err).toContain('is not JSON')
})

test('setup: asks again after an answer that does not fit, and takes an empty one for later', async () => {
  const answers = ['bukan-email', 'sari@toko.test', 'Ibu Sari', '', '', '', '', ''].join('\n')
  const { code, out, err } = await setUp([], {}, answers)
  expect(code).toBe(1)
  expect(err).toContain('bukan-email is not an e-mail address')
  expect(out).toContain('sari@toko.test is invited; this link, shown once, sets the password: https://lapak.example/activate/')
  expect(out).toContain('there is no second administrator')
})

test('setup: the answers of a file set all up, with a real test message, and repeating it changes nothing', async () => {
  const file = await fileOf({
    administrators: [{ email: 'sari@toko.test', name: 'Ibu Sari' }, { email: 'budi@toko.test' }],
    testEmail: 'uji@toko.test',
    testPhone: '0812 3456 7890',
    accounts: [{ bank: 'BCA', number: '1234567890', owner: 'PT Toko Digital' }],
    commissionBasisPoints: 100,
    catalogue: true,
  })
  const first = await setUp(['--yes', '--json', '--file', file], carriers())
  expect([first.code, summaryOf(first.out).ready]).toEqual([0, true])
  expect(statesOf(first.out)).toEqual([
    'database: kept',
    'environment: kept',
    'administrators: kept',
    'administrators: done',
    'PUBLIC_URL: kept',
    'e-mail: done',
    'WhatsApp: done',
    'bank accounts: done',
    'payment provider: kept',
    'commission: done',
    'catalogue: done',
  ])
  expect(summaryOf(first.out).steps.at(-1)?.message).toMatch(/^9 categories, \d+ brands, \d+ products$/)
  expect(mail.recipients).toEqual(['uji@toko.test'])
  expect(new URLSearchParams(texts[0]).get('target')).toBe('6281234567890')

  const tables = openTables(database.ownerUrl)
  const method = tables.selectFrom('payment_method').select(['account_no', 'account_name']).where('name', '=', 'BCA')
  expect(await method.execute()).toEqual([{ account_no: '1234567890', account_name: 'PT Toko Digital' }])
  const changed = tables.selectFrom('setting_change').select(['name', 'after', 'member_id'])
  expect(await changed.execute()).toEqual([{ name: 'sale.feeBasisPoints', after: 100, member_id: null }])
  const audited = () => tables.selectFrom('audit').select('event').where('address', '=', 'command line').orderBy('id').execute()
  const events = await audited()
  expect(events.map(({ event }) => event)).toEqual([
    'role.given',
    'setup.administrator',
    'role.given',
    'setup.administrator',
    'payment_method.changed',
    'setting.changed',
  ])

  const other = await fileOf({ accounts: [{ bank: 'BCA', number: '9999999999', owner: 'Orang Lain' }], commissionBasisPoints: 0 })
  const again = await setUp(['--yes', '--json', '--file', other], carriers())
  expect([again.code, new Set(summaryOf(again.out).steps.map(({ state }) => state))]).toEqual([0, new Set(['kept'])])
  expect(await method.execute()).toEqual([{ account_no: '1234567890', account_name: 'PT Toko Digital' }])
  expect(await audited()).toEqual(events)
  await tables.destroy()
})

test('setup: a transport that refuses is a failed step with its reason, and the others go on', async () => {
  const { code, out } = await setUp(['--yes', '--json'], { ...carriers(), SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(code).toBe(1)
  const failed = summaryOf(out).steps.filter(({ state }) => state === 'failed')
  expect(failed).toEqual([{ step: 'e-mail', state: 'failed', message: expect.stringContaining('SMTP_URL: ') }])
})

test('setup: without a key of its own, or a database, it says so at once', async () => {
  expect(await setUp(['--yes'], { SECRET_KEY: '', NODE_ENV: 'development' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('SECRET_KEY is not set'),
  })
  expect(await setUp(['--yes'], { DATABASE_URL: '' })).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') })
})
