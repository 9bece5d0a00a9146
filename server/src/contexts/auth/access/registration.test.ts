import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isCommon } from '#contexts/members/passwords/passwords.rules.ts'
import { lockCache } from '#db/cache-lock.ts'
import { readConfig } from '#shared/config.ts'
import { type Answer, productionEnvironment, startTestApp, type TestApp, testPassword } from '../../../../test/app.ts'
import { asClient, newAddress, signIn } from '../../../../test/client.ts'
import { emailsTo, emailTo, tokenOf } from '../../../../test/emails.ts'
import { shutOut } from '../../../../test/shut-out.ts'

const { registerHash } = readConfig({ NODE_ENV: 'test' })

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://lapak.example/' })
})
afterAll(() => app.stop())

let serial = 0
const newEmail = () => `daftar${++serial}@lapak.test`
const goodPassword = 'kuda-lumping-42'

const hashOf = (nama: string, email: string) =>
  createHash('sha256').update(`${registerHash.prefix}${nama}${email}${registerHash.secret}`).digest('hex')

function form(changes: Record<string, string> = {}) {
  const fields = { nama: 'Budi Santoso', email: newEmail(), phone: '', password: goodPassword, confmpassword: goodPassword, ...changes }
  return { hash: hashOf(fields.nama, fields.email), ...fields }
}
const register = (fields: Record<string, string>, from?: string) => asClient(app, '/register', fields, from)
const activate = (token: string, more: Record<string, string> = { password: goodPassword }) =>
  asClient(app, '/activate', { token, ...more })
const memberOf = (email: string) => app.db.read.selectFrom('member').selectAll().where('email', '=', email).executeTakeFirst()
const acceptedBy = (email: string) =>
  app.db.read
    .selectFrom('terms_acceptance')
    .innerJoin('member', 'member.id', 'terms_acceptance.member_id')
    .select(['terms_acceptance.address', 'accepted_at'])
    .where('email', '=', email)
    .execute()
/** Waits until the jobs have processed all sign-ups. */
const signedUp = (of = app) => expect.poll(() => waitingSignUps(of), { interval: 20 }).toEqual([])
const waitingSignUps = async (of: TestApp) =>
  (await sql<{ key: string }>`select key from graphile_worker.jobs where task_identifier = 'sign-up'`.execute(of.db.read)).rows

async function registered(changes: Record<string, string> = {}) {
  const fields = form(changes)
  expect((await register(fields)).status).toBe(200)
  return { ...fields, token: tokenOf(await emailTo(app, fields.email, 'Aktivasi akun Lapak')) }
}

async function activated() {
  const fields = await registered()
  expect((await activate(fields.token)).status).toBe(200)
  return fields
}

describe('a sign-up', () => {
  test.each([
    'Menang 5jt, buka https://hadiah.example/klaim',
    'Klaim di hadiah.example',
    'www.hadiah.example',
    'Hubungi 0812-3456-7890',
    'a@b.example',
  ])('leaves a name that contains a link or a number out of the e-mail to an unverified address: %s', async (nama) => {
    const fields = form({ nama })
    expect((await register(fields)).status).toBe(200)
    const email = await emailTo(app, fields.email, 'Aktivasi akun Lapak')
    expect(email.paragraphs[0]).toBe('Halo,')
    expect(JSON.stringify(email)).not.toContain(nama)
  })

  test.each(['Siti Nur’aini', "H. M. Ra'uf, S.Kom.", '小林 美咲', 'Buka t.me'])(
    'greets by name if the name contains neither links nor numbers: %s',
    async (nama) => {
      const fields = form({ nama })
      expect((await register(fields)).status).toBe(200)
      expect((await emailTo(app, fields.email, 'Aktivasi akun Lapak')).paragraphs[0]).toBe(`Halo ${nama.replace(/\.(?=\p{L})/gu, '. ')},`)
    },
  )

  test('mails an activation link that opens the account [B-API-07, B-API-08, B-MSG-01, B-MSG-02, B-VAL-18]', async () => {
    const fields = form({ phone: '0813-3000-2001' })
    expect((await register(fields)).body).toEqual({ success: true, msg: 'Mohon check email untuk aktivasi user' })
    await signedUp()
    expect(await memberOf(fields.email)).toMatchObject({
      name: 'Budi Santoso',
      phone: '6281330002001',
      phone_verified_at: null,
      activated: false,
      callback_secret: expect.any(Buffer),
    })
    expect((await signIn(app, fields.email, goodPassword)).body).toEqual({
      success: false,
      code: 'access.not_activated',
      msg: 'User belum diaktivasi, mohon check email',
    })
    const email = await emailTo(app, fields.email, 'Aktivasi akun Lapak')
    expect(email.action?.url).toMatch(/^https:\/\/lapak\.example\/activate\/[\w-]{43}$/)
    expect(await activate(tokenOf(email), {})).toMatchObject({
      status: 422,
      body: { code: 'access.activation_password', msg: 'Masukkan password yang Anda pilih saat mendaftar' },
    })
    expect((await activate(tokenOf(email))).body).toEqual({ success: true, msg: 'User activated successfully' })
    const token = (await signIn(app, fields.email, goodPassword)).body.access_token
    const { data } = (await app.call('GET', '/api/v1/user', { token })).body
    expect(data).toMatchObject({ confm: 1, verifyphone: false, twofactor: false, member: { memberbalance: 0, syaratketentuan: 1 } })
  })

  test('reports a member that is not activated with confm 0 [B-STATE-25]', async () => {
    const fields = await activated()
    const token = (await signIn(app, fields.email, goodPassword)).body.access_token
    await app.tables.updateTable('member').set({ activated: false }).where('email', '=', fields.email).execute()
    expect((await app.call('GET', '/api/v1/user', { token })).body.data.confm).toBe(0)
  })

  test('creates a working API key, sends its secret once by e-mail and stores it encrypted', async () => {
    const fields = await activated()
    const welcome = await emailTo(app, fields.email, 'Selamat datang di Lapak')
    const [apikey = '', secret = ''] = welcome.facts?.map(({ value }) => value) ?? []
    expect(apikey).toMatch(/^lpk_live_/)
    await app.lapak.refresh()
    const buyer = { id: 0n, email: fields.email, name: '', token: '', apikey, secret }
    expect((await app.h2h(buyer, 'GET', '/h2h/v1/balance')).status).toBe(200)
    expect((await app.h2h({ ...buyer, secret: 'other' }, 'GET', '/h2h/v1/balance')).status).toBe(401)
    const dump = JSON.stringify(
      await app.db.read.selectFrom('outbox').selectAll().where('destination', '=', fields.email).execute(),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    )
    expect(dump).not.toContain(secret)
  })

  test('records acceptance of the terms at the IP address and time of the form, if it is activated with the password of that form', async () => {
    const from = newAddress()
    const fields = form()
    await register(fields, from)
    const email = await emailTo(app, fields.email, 'Aktivasi akun Lapak')
    expect(await acceptedBy(fields.email)).toEqual([])
    await app.tables
      .updateTable('sign_up')
      .set({ created_at: new Date('2026-01-02T03:04:05Z') })
      .where('address', '=', from)
      .execute()
    await activate(tokenOf(email))
    expect(await acceptedBy(fields.email)).toEqual([{ address: from, accepted_at: new Date('2026-01-02T03:04:05Z') }])
  })

  test('refuses invalid fields and reports one error for each [B-VAL-10, B-VAL-11, B-VAL-15, B-VAL-16, B-VAL-17, B-CONST-25, B-CONST-26]', async () => {
    const errorsOf = async (changes: Record<string, string>) => {
      const { status, body } = await register(form(changes))
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'input.invalid' })
      return body.errors
    }
    expect(await errorsOf({ email: 'budi@lapak' })).toEqual({ email: 'E-mail must be valid' })
    expect(await errorsOf({ email: 'b@' })).toEqual({ email: 'E-mail must be valid' })
    // Look-alike addresses, and texts that a mail program interprets as lists, display names or comments.
    const odd = [
      'bu\u200bdi@lapak.test',
      'budi@la\u00adpak.test',
      'budi\u2800@lapak.test',
      'budi@lapak.te\u3164st',
      'b\u202eudi@lapak.test',
    ]
    const lists = [
      'a,budi@lapak.test',
      'budi@lapak.test,b',
      'budi@lapak.test;c@lapak.test',
      '<budi@lapak.test>',
      '"budi"@lapak.test',
      'b(u)@lapak.test',
    ]
    for (const email of [...odd, ...lists]) expect(await errorsOf({ email }), email).toEqual({ email: 'E-mail must be valid' })
    expect(await errorsOf({ confmpassword: `${goodPassword}x` })).toEqual({ confmpassword: 'Password not match' })
    expect(await errorsOf({ password: 'xk9!q', confmpassword: 'xk9!q' })).toEqual({ password: 'Password must be at least 6 characters' })
    expect(await errorsOf({ nama: 'Bu' })).toEqual({ nama: 'Name must be at least 3 characters' })
    expect(await errorsOf({ nama: '', email: '', password: '', confmpassword: '' })).toEqual({
      nama: 'Please fill',
      email: 'Please fill',
      password: 'Please fill',
      confmpassword: 'Please fill',
    })
    expect((await register(form({ nama: 'Edo', password: 'xk9!qz', confmpassword: 'xk9!qz' }))).status).toBe(200)
  })

  test('with an invalid phone, a wrong hash or a common password is refused, and nothing is stored or mailed', async () => {
    await signedUp()
    for (const [changes, code] of [
      [{ phone: '0812' }, 'phone.invalid'],
      [{ hash: hashOf('Budi Santoso', 'other@lapak.test') }, 'access.bad_hash'],
      [{ hash: '' }, 'access.bad_hash'],
      [{ password: 'Indonesia1', confmpassword: 'Indonesia1' }, 'access.password_common'],
    ] as const) {
      const fields = form(changes)
      expect((await register(fields)).body.code, code).toBe(code)
      expect(await waitingSignUps(app)).toEqual([])
      expect(await memberOf(fields.email)).toBeUndefined()
      expect(await emailsTo(app, fields.email)).toEqual([])
    }
  })

  test('is accepted if the hash was computed over name and e-mail as they were sent, including spaces', async () => {
    const email = newEmail()
    expect((await register(form({ nama: ' Siti Aminah ', email: `${email} ` }))).status).toBe(200)
    await signedUp()
    expect(await memberOf(email)).toMatchObject({ name: 'Siti Aminah' })
    const another = newEmail()
    const wrapped = await asClient(app, '/register', { postdata: form({ nama: ' Siti ', email: another }) })
    expect(wrapped.status).toBe(200)
    // A `postdata` field that does not wrap the form is treated as an unknown field and ignored.
    expect((await asClient(app, '/register', { ...form({ nama: ' Tuti ' }), postdata: '' })).status).toBe(200)
  })

  test('requires the client credentials, like activations, resets and sign-ins with a provider', async () => {
    for (const path of ['/register', '/activate', '/resendactivation', '/forgotpassword', '/resetpassword', '/socialauth/google']) {
      expect((await app.call('POST', path, { body: form() })).body.code, path).toBe('access.client_unknown')
    }
  })

  test('is limited per IPv6 network, because one customer can use all addresses of a network', async () => {
    await app.setting('access.emailsPerHourAndNetwork', 5)
    const answers: number[] = []
    for (let n = 0; n < 6; n++) answers.push((await register(form(), `2001:db8:1:1:${n}::${n + 1}`)).status)
    expect(answers).toEqual([...Array(5).fill(200), 429])
    expect((await register(form(), '2001:db8:1:2::1')).status).toBe(200)
    await app.setting('access.emailsPerHourAndNetwork', 100)
  })

  test('is limited per IP address by its different e-mail addresses', async () => {
    await app.setting('access.emailsPerHourAndNetwork', 5)
    const from = newAddress()
    const answers: Answer[] = []
    for (let n = 0; n < 6; n++) answers.push(await register(form(), from))
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(200), 429])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3_000)
    await app.setting('access.emailsPerHourAndNetwork', 100)
  })
})

describe('who shares an IP address with others', () => {
  const linkPaths = ['/forgotpassword', '/resendactivation', '/signinlink'] as const

  test('can use a mailed link although somebody else there sends invented ones', async () => {
    for (const name of ['access.resetsPerHour', 'access.activationsPerHour'] as const) await app.setting(name, 5)
    const from = newAddress()
    const password = { password: goodPassword, passwordconf: goodPassword }
    const opening = { '/resetpassword': password, '/activate': { password: goodPassword }, '/signinlink/open': {} }
    const open = async (path: keyof typeof opening, token: string) => (await asClient(app, path, { token, ...opening[path] }, from)).status
    for (const path of ['/resetpassword', '/activate', '/signinlink/open'] as const) {
      const invented: number[] = []
      for (let n = 0; n < 6; n++) invented.push(await open(path, `invented-${n}`))
      expect(invented, path).toEqual([...Array(5).fill(422), 429])
    }
    const [owner, { token }] = [await app.member(), await registered()]
    await asClient(app, '/signinlink', { email: owner.email })
    expect(await open('/signinlink/open', tokenOf(await emailTo(app, owner.email, 'Link masuk Lapak')))).toBe(200)
    await asClient(app, '/forgotpassword', { email: owner.email })
    expect(await open('/resetpassword', tokenOf(await emailTo(app, owner.email, 'Reset password Lapak')))).toBe(200)
    // Passwords for one link are limited, because each costs a hash, but they do not count for others.
    const wrong = async () => (await asClient(app, '/activate', { token, password: 'tebak-tebakan-1' }, from)).status
    for (let n = 0; n < 5; n++) expect(await wrong()).toBe(422)
    expect(await wrong()).toBe(429)
    expect(await open('/activate', (await registered()).token)).toBe(200)
    for (const name of ['access.resetsPerHour', 'access.activationsPerHour'] as const) await app.setting(name, 60)
  })

  test('can request a link although somebody else there requests links again and again for the same address', async () => {
    await app.setting('access.emailsPerHourAndNetwork', 5)
    for (const path of linkPaths) {
      const [from, email] = [newAddress(), newEmail()]
      for (let n = 0; n < 10; n++) await asClient(app, path, { email }, from)
      expect((await asClient(app, path, { email }, from)).status, path).toBe(429)
      expect((await asClient(app, path, { email: newEmail() }, from)).status, path).toBe(200)
    }
    await app.setting('access.emailsPerHourAndNetwork', 100)
  })

  test('can request a link on a known device although somebody else there used up the limit with invented addresses', async () => {
    await app.setting('access.emailsPerHourAndNetwork', 5)
    const [owner, other] = [await app.member(), await app.member()]
    const { device_token } = (await signIn(app, owner.email, testPassword)).body
    for (const path of linkPaths) {
      const from = newAddress()
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push((await asClient(app, path, { email: newEmail() }, from)).status)
      expect(statuses, path).toEqual([...Array(5).fill(200), 429])
      const here = async (email: string) => (await asClient(app, path, { email, device_token }, from)).status
      expect([await here(owner.email), await here(other.email)], path).toEqual([200, 429])
    }
    await app.setting('access.emailsPerHourAndNetwork', 100)
  })

  test('cannot request thousands of e-mails by asking several times for each of many addresses', async () => {
    await app.setting('access.emailsPerHourAndNetwork', 5)
    const from = newAddress()
    const emails = Array.from({ length: 5 }, newEmail)
    const statuses: number[] = []
    for (let n = 0; n < 15; n++) statuses.push((await asClient(app, '/forgotpassword', { email: emails[n % 5] }, from)).status)
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
    await app.setting('access.emailsPerHourAndNetwork', 100)
  })
})

describe('a sign-up with an e-mail address that is in use', () => {
  test('gets the same answer as with a free address; the owner gets an e-mail and the account is unchanged', async () => {
    const owner = await app.member()
    const before = await memberOf(owner.email)
    const taken = await register(form({ email: owner.email }))
    const free = await register(form())
    expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body })
    expect((await emailTo(app, owner.email, 'Pendaftaran dengan e-mail Anda di Lapak')).action?.url).toBe('https://lapak.example/forgot')
    expect(await memberOf(owner.email)).toEqual(before)
    expect((await signIn(app, owner.email, testPassword)).status).toBe(200)
    expect((await register(form({ email: owner.email.toUpperCase() }))).body).toEqual(free.body)
  })

  test('does the same work in the request as with a free address, and a job checks the address later', async () => {
    const front = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, ['http'])
    try {
      const owner = await front.member()
      const pending = newEmail()
      await front.tables.insertInto('member').values({ name: 'Belum', email: pending, password_hash: 'x' }).execute()
      const stored = async () => {
        const { rows } = await sql<{ name: string; rows: bigint }>`
          select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %s', c.oid::regclass), false, true, '')))[1]::text::bigint as rows
          from pg_class c where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`.execute(
          front.db.read,
        )
        return new Map(rows.map((row) => [row.name, row.rows]))
      }
      const grown = async (email: string) => {
        const before = await stored()
        expect((await asClient(front, '/register', form({ email }))).status).toBe(200)
        return Object.fromEntries(
          [...(await stored())].map(([name, rows]) => [name, rows - (before.get(name) ?? 0n)]).filter(([, more]) => more),
        )
      }
      // The first job also inserts the row of its job queue.
      await grown(newEmail())
      const work = { rate_count: 2n, network_attempt: 1n, _private_jobs: 1n }
      expect([await grown(owner.email), await grown(pending), await grown(newEmail())]).toEqual([work, work, work])
      const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs`.execute(front.db.read)
      // The payloads of the jobs do not show names, addresses or hashes in plain text.
      expect(JSON.stringify(rows)).not.toMatch(/argon2|Budi|lapak\.test/)
      await front.startAnother(['worker'])
      await emailTo(front, owner.email, 'Pendaftaran dengan e-mail Anda di Lapak')
      await emailTo(front, pending, 'Aktivasi akun Lapak')
    } finally {
      await front.stop()
    }
  })

  test('sends one e-mail per form, also if its job was delayed', async () => {
    const front = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, ['http'])
    try {
      const fields = form()
      for (const nama of ['Satu', 'Dua', 'Tiga']) await asClient(front, '/register', form({ nama, email: fields.email }))
      await front.startAnother(['worker'])
      await emailTo(front, fields.email, 'Aktivasi akun Lapak', 3)
      const texts = (await emailsTo(front, fields.email)).map(({ paragraphs }) => paragraphs[0])
      expect(texts.sort()).toEqual(['Halo Dua,', 'Halo Satu,', 'Halo Tiga,'])
    } finally {
      await front.stop()
    }
  })

  describe('a member with two sign-up forms before the activation', () => {
    const intruders = 'gajah-terbang-7'
    /** Sends two forms in the requested order: that of the owner, and one of another person with nearly the same name. */
    async function signedUpTwice(ownersFirst: boolean) {
      const owners = form({ nama: 'Budi Santoso', phone: '0813-3000-2002' })
      const other = form({
        ...owners,
        nama: 'Budi Santosa',
        phone: '0813-3000-2003',
        password: intruders,
        confmpassword: intruders,
        hash: '',
      })
      other.hash = hashOf(other.nama, other.email)
      const from = newAddress()
      const tokens: string[] = []
      for (const fields of ownersFirst ? [owners, other] : [other, owners]) {
        expect((await register(fields, from)).status).toBe(200)
        tokens.push(tokenOf(await emailTo(app, owners.email, 'Aktivasi akun Lapak', tokens.length + 1)))
      }
      const [first = '', second = ''] = tokens
      return { email: owners.email, own: ownersFirst ? first : second, strange: ownersFirst ? second : first }
    }

    test("cannot use a name with letters that look like those in the owner's name", async () => {
      const fields = form({ nama: 'Budi Sant\u043eso' })
      expect(await register(fields, newAddress())).toMatchObject({ status: 400, body: { errors: { nama: expect.any(String) } } })
    })

    test.each([true, false])('needs the password of the form that a link belongs to (owner first: %s)', async (ownersFirst) => {
      const { email, own, strange } = await signedUpTwice(ownersFirst)
      expect(await activate(strange)).toMatchObject({
        status: 422,
        body: { code: 'access.activation_wrong', errors: { password: 'Bukan password yang dipilih saat mendaftar' } },
      })
      // Only the password of the newest form gets `access.not_activated`; the older password gets the same error as a wrong one. Known and unknown
      // addresses cause the same single password check.
      const [newest, older] = ownersFirst ? [intruders, goodPassword] : [goodPassword, intruders]
      expect((await signIn(app, email, newest)).body.code).toBe('access.not_activated')
      for (const word of [older, 'tebak-tebakan-1']) expect((await signIn(app, email, word)).body.code).toBe('access.wrong_password')
      expect((await activate(own)).status).toBe(200)
      expect(await memberOf(email)).toMatchObject({ name: 'Budi Santoso', phone: '6281330002002', activated: true })
      expect((await signIn(app, email, goodPassword)).status).toBe(200)
      expect((await signIn(app, email, intruders)).body.code).toBe('access.wrong_password')
      // After the activation the link of the other form is void, whatever the password.
      expect((await activate(strange, { password: intruders })).body.code).toBe('access.activation_invalid')
    })

    test('opens the account for the owner of the mailbox with a new password, without the phone and the accepted terms of the form', async () => {
      const { email, own, strange } = await signedUpTwice(true)
      const fresh = 'kopi-tubruk-27'
      const anew = (password: string, passwordconf = password) => activate(strange, { password, passwordconf })
      expect((await anew('xk9!q')).body.errors).toEqual({ password: 'Password must be at least 6 characters' })
      expect((await anew(fresh, 'lain')).body.errors).toEqual({ passwordconf: 'Password not match' })
      expect((await anew('rahasia2024')).body.code).toBe('access.password_common')
      expect((await anew(fresh)).body).toEqual({ success: true, msg: 'User activated successfully' })
      expect(await memberOf(email)).toMatchObject({ phone: null, activated: true })
      expect(await acceptedBy(email)).toEqual([])
      expect((await signIn(app, email, fresh)).status).toBe(200)
      for (const word of [goodPassword, intruders]) expect((await signIn(app, email, word)).body.code).toBe('access.wrong_password')
      expect((await activate(own)).body.code).toBe('access.activation_invalid')
    })

    test('keeps the link of one form valid when a new link is requested for the other form', async () => {
      const { email, own } = await signedUpTwice(true)
      await asClient(app, '/resendactivation', { email })
      const again = tokenOf(await emailTo(app, email, 'Aktivasi akun Lapak', 3))
      expect((await activate(again)).body.code).toBe('access.activation_wrong')
      expect((await activate(own)).status).toBe(200)
    })
  })

  test('gets the same answers as a free address when a reset or activation link is requested [B-API-10, B-MSG-04, B-VAL-37, B-VAL-38]', async () => {
    const known = await app.member()
    const unknown = newEmail()
    const jobs = () => app.db.read.selectFrom('rate_count').select('subject').where('subject', 'like', '% to %').execute()
    for (const [path, msg] of [
      ['/forgotpassword', 'Reset password link terkirim ke email anda'],
      ['/resendactivation', 'Mohon check email untuk aktivasi user'],
    ] as const) {
      const answers = [await asClient(app, path, { email: known.email }), await asClient(app, path, { email: unknown })]
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(2).fill({ status: 200, body: { success: true, msg } }))
      expect((await asClient(app, path, { email: '' })).body.errors).toEqual({ email: 'E-mail is required' })
      expect((await asClient(app, path, { email: 'a@b' })).body.errors).toEqual({ email: 'E-mail must be valid' })
    }
    expect((await jobs()).map(({ subject }) => subject)).toEqual(expect.arrayContaining([`reset to ${known.email}`, `reset to ${unknown}`]))
    await emailTo(app, known.email, 'Reset password Lapak')
    expect(await emailsTo(app, unknown)).toEqual([])
    expect((await emailsTo(app, known.email)).map(({ subject }) => subject)).toEqual(['Reset password Lapak'])
    for (const email of [known.email, unknown]) {
      const more = []
      for (let n = 0; n < 5; n++) more.push((await asClient(app, '/forgotpassword', { email })).status)
      expect(more, email).toEqual([200, 200, 200, 200, 429])
    }
  })
})

describe('an activation link', () => {
  test('activates the account once, also in fifty concurrent requests', async () => {
    const { token, email } = await registered()
    const answers = await Promise.all(Array.from({ length: 50 }, () => activate(token)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ body }) => body.code === 'access.activation_invalid').length).toBe(49)
    expect((await emailsTo(app, email)).filter(({ facts }) => facts).length).toBe(1)
    expect((await activate(token)).body.msg).toBe('Link aktivasi tidak berlaku atau sudah dipakai')
  })

  test('expires after 48 hours, and is not accepted as a reset link', async () => {
    const { token, email } = await registered()
    expect((await asClient(app, '/resetpassword', { token, password: goodPassword, passwordconf: goodPassword })).body.code).toBe(
      'access.reset_invalid',
    )
    const member = await memberOf(email)
    const [link] = await app.db.read
      .selectFrom('email_token')
      .selectAll()
      .where('member_id', '=', member?.id ?? 0n)
      .execute()
    expect(Math.round(((link?.expires_at.getTime() ?? 0) - (link?.created_at.getTime() ?? 0)) / 3_600_000)).toBe(48)
    // The hash from the database is not accepted as a token.
    expect((await activate(link?.token_hash.toString('base64url') ?? '')).body.code).toBe('access.activation_invalid')
    await app.tables
      .updateTable('email_token')
      .set({ expires_at: new Date() })
      .where('member_id', '=', member?.id ?? 0n)
      .execute()
    expect((await activate(token)).body.code).toBe('access.activation_invalid')
  })

  test('can be requested again, and the new link voids the older one', async () => {
    const { token, email } = await registered()
    await asClient(app, '/resendactivation', { email: email.toUpperCase() })
    const newest = tokenOf(await emailTo(app, email, 'Aktivasi akun Lapak', 2))
    expect((await activate(token)).status).toBe(422)
    expect((await activate(newest)).status).toBe(200)
  })
})

describe('a password reset', () => {
  const reset = (token: string, password: string, passwordconf = password) =>
    asClient(app, '/resetpassword', { token, password, passwordconf })
  async function asked(email: string, nth = 1) {
    await asClient(app, '/forgotpassword', { email })
    return tokenOf(await emailTo(app, email, 'Reset password Lapak', nth))
  }

  test('does not deadlock with a concurrent change of the member', async () => {
    const who = await app.member()
    const token = await asked(who.email)
    let resetting: ReturnType<typeof reset> | undefined
    await app.db.transaction(async (tx) => {
      await lockCache(tx)
      resetting = reset(token, goodPassword)
      const waiting = async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db.read)).rows
          .length
      await expect.poll(waiting, { interval: 20 }).toBe(1)
      await tx.updateTable('member').set({ routing: 'cheapest' }).where('id', '=', who.id).execute()
    })
    expect((await resetting)?.status).toBe(200)
  })

  test('replaces the password, ends every session and mails the owner [B-API-09, B-MSG-03]', async () => {
    const who = await app.member()
    const token = await asked(who.email)
    expect((await emailsTo(app, who.email))[0]?.action?.url).toBe(`https://lapak.example/resetpass/${token}`)
    expect((await reset(token, 'xk9q')).body).toMatchObject({ success: true, msg: 'reset password succfully' })
    expect((await app.call('GET', '/api/v1/user', { token: who.token })).status).toBe(401)
    expect((await signIn(app, who.email, testPassword)).body.code).toBe('access.wrong_password')
    expect((await signIn(app, who.email, 'xk9q')).status).toBe(200)
    await emailTo(app, who.email, 'Password Lapak Anda diganti')
    expect((await reset(token, 'xk9r')).body).toEqual({
      success: false,
      code: 'access.reset_invalid',
      msg: 'Link reset password tidak berlaku atau sudah dipakai',
    })
  })

  test('refuses a new password that is empty, short, common or incorrectly repeated [B-VAL-34, B-VAL-35, B-CONST-25]', async () => {
    const who = await app.member()
    const token = await asked(who.email)
    expect((await reset(token, '', '')).body.errors).toEqual({ password: 'Field is required', passwordconf: 'Field is required' })
    expect((await reset(token, 'xk9')).body.errors).toEqual({ password: 'Password minimal 4 karakter' })
    expect((await reset(token, 'xk9q', 'xk9r')).body.errors).toEqual({ passwordconf: 'Password not match' })
    expect((await reset(token, '1234')).body).toMatchObject({ code: 'access.password_common', errors: { password: expect.any(String) } })
    // None of the refused requests used up the link.
    expect((await reset(token, 'xk9q')).status).toBe(200)
  })

  test('succeeds for exactly one of fifty concurrent requests, and is refused with an older link', async () => {
    const who = await app.member()
    const older = await asked(who.email)
    const token = await asked(who.email, 2)
    expect((await reset(older, goodPassword)).body.code).toBe('access.reset_invalid')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => reset(token, `${goodPassword}${n}`)))
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(won.length).toBe(1)
    expect((await signIn(app, who.email, `${goodPassword}${won[0]}`)).status).toBe(200)
  })

  test('does not open a blocked account, and mails an activation link instead if the member is not activated', async () => {
    const { email } = await registered()
    await asClient(app, '/forgotpassword', { email })
    // The link activates the account, and can set a new password at the same time.
    const again = tokenOf(await emailTo(app, email, 'Aktivasi akun Lapak', 2))
    expect((await reset(again, goodPassword)).body.code).toBe('access.reset_invalid')
    const fresh = 'kopi-tubruk-27'
    expect((await activate(again, { password: fresh, passwordconf: fresh })).status).toBe(200)
    expect((await signIn(app, email, fresh)).status).toBe(200)
    expect((await emailsTo(app, email)).map(({ subject }) => subject)).not.toContain('Reset password Lapak')
    const blocked = await app.member()
    await shutOut(app.tables, blocked.id)
    expect((await reset(await asked(blocked.email), goodPassword)).status).toBe(200)
    expect((await signIn(app, blocked.email, goodPassword)).body.code).toBe('access.blocked')
  })

  test('leaves exactly one valid link after concurrent requests for a link', async () => {
    const who = await app.member()
    await Promise.all([1, 2, 3, 4].map(() => asClient(app, '/forgotpassword', { email: who.email })))
    await emailTo(app, who.email, 'Reset password Lapak', 4)
    const good = await app.db.read
      .selectFrom('email_token')
      .select('used_at')
      .where('member_id', '=', who.id)
      .where('used_at', 'is', null)
      .execute()
    expect(good.length).toBe(1)
  })

  test('accepts a link for one hour after it was requested', async () => {
    const who = await app.member()
    const token = await asked(who.email)
    const mine = app.tables.updateTable('email_token').where('member_id', '=', who.id)
    const [link] = await app.db.read.selectFrom('email_token').selectAll().where('member_id', '=', who.id).execute()
    expect(Math.round(((link?.expires_at.getTime() ?? 0) - (link?.created_at.getTime() ?? 0)) / 60_000)).toBe(60)
    await mine.set({ expires_at: new Date() }).execute()
    expect((await reset(token, goodPassword)).body.code).toBe('access.reset_invalid')
  })
})

test('the setting for the minimum length of a password applies to every form and is sent to the web app', async () => {
  const strict = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
  try {
    await strict.setting('access.passwordMin', 10)
    const { body } = await strict.call('GET', '/public/config')
    expect(body.data.passwordmin).toEqual({ register: 10, change: 10, reset: 10 })
    const nine = 'xk9!qzw4p'
    const answers = [
      await asClient(strict, '/register', form({ password: nine, confmpassword: nine })),
      await asClient(strict, '/resetpassword', { token: 'x', password: nine, passwordconf: nine }),
      await strict.call('PATCH', '/api/v1/user/gantipassword', {
        token: (await strict.member()).token,
        body: { passlama: testPassword, passbaru: nine, passkonfirmasi: nine },
      }),
    ]
    expect(answers.map(({ body }) => body.errors)).toEqual([
      { password: 'Password must be at least 10 characters' },
      { password: 'Password minimal 10 karakter' },
      { passbaru: 'Password minimal 10 karakter' },
    ])
  } finally {
    await strict.stop()
  }
})

test.each([
  'password',
  'P@ssw0rd',
  '123456',
  '98765432',
  'qwertyui',
  'Sayang123',
  'bismillah',
  'indonesia1!',
  'aaaaaa',
  'abcabc',
  '121212',
  '1990',
  'asdfghjkl',
  'rahasia2024',
])('%s is a common password', (password) => {
  expect(isCommon(password)).toBe(true)
})

test.each(['lapak1234', 'kuda-lumping-42', 'xk9q', 'Tr0ub4dor&3', 'warungbuyanti'])('%s is not a common password', (password) => {
  expect(isCommon(password)).toBe(false)
})

test('in production without a mail server, a sign-up and a lost password are refused with the reason', async () => {
  const silent = await startTestApp(productionEnvironment, ['http'])
  const ask = async (path: string, body: unknown) => {
    const authorization = `Basic ${btoa(`${readConfig({ NODE_ENV: 'test' }).clientId}:${productionEnvironment.CLIENT_SECRET}`)}`
    const headers = { authorization, 'content-type': 'application/json', host: 'lapak.example' }
    const response = await fetch(silent.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const refused = {
    status: 503,
    body: { success: false, code: 'message.no_mail', msg: 'Lapak ini belum bisa mengirim e-mail. Hubungi admin' },
  }
  expect(await ask('/register', form())).toMatchObject(refused)
  expect(await ask('/forgotpassword', { email: newEmail() })).toMatchObject(refused)
  await silent.stop()
})
