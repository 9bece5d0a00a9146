import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testPassword } from '../../../../test/app.ts'
import { signIn } from '../../../../test/client.ts'
import { emailTo } from '../../../../test/emails.ts'
import { steppedUpByEmail } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, ['http'])
})
afterAll(() => app?.stop())

const remove = (...asked: string[]) => removeWith({}, ...asked)

function removeWith(env: Record<string, string>, ...asked: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../commands/two-factor-remove.ts'), ...asked],
    {
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: app.databaseUrl, ...env },
      encoding: 'utf8',
    },
  )
  return { status, output: stdout + stderr }
}

test('the operator command removes a lost second factor, stores the reason and mails the owner', async () => {
  const who = await app.member({ roles: ['ROLE_ADMIN'] })
  const why = 'KTP dicocokkan lewat telepon'
  expect(remove(who.email, why)).toMatchObject({ status: 1, output: expect.stringContaining('no second factor') })
  await steppedUpByEmail(app, who)
  const { secret } = (await app.call('GET', '/api/v1/user/2fa/generate', { token: who.token })).body.data
  const body = { code: generateSync({ secret }) }
  expect((await app.call('PATCH', '/api/v1/user/2fa/validate', { token: who.token, body })).status).toBe(200)
  expect((await signIn(app, who.email, testPassword)).body.code).toBe('access.mfa_needed')

  expect(remove(who.email).status).toBe(2)
  expect(remove('siapa@lapak.test', why)).toMatchObject({ status: 1, output: expect.stringContaining('No member has this e-mail') })
  // With a different SECRET_KEY the command would encrypt an e-mail that the platform cannot decrypt.
  const strange = removeWith({ SECRET_KEY: 'a-key-of-another-installation-4710823' }, who.email, why)
  expect(strange).toMatchObject({ status: 1, output: expect.stringContaining('SECRET_KEY') })
  expect((await signIn(app, who.email, testPassword)).body.code).toBe('access.mfa_needed')
  expect(remove(who.email.toUpperCase(), why)).toMatchObject({ status: 0, output: expect.stringContaining('Removed') })
  expect((await signIn(app, who.email, testPassword)).status).toBe(200)
  await emailTo(app, who.email, 'Verifikasi dua langkah dihapus operator')
  const kept = app.db.read
    .selectFrom('audit')
    .select(['actor_id', 'address', 'subject', 'reason'])
    .where('event', '=', 'two_factor.removed')
  expect(await kept.execute()).toEqual([{ actor_id: null, address: 'command line', subject: String(who.id), reason: why }])
})
