import { userCalls } from '@lapak/contract/backoffice/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { applyToSell } from '../../../../test/applicants.ts'
import { shutOut } from '../../../../test/shut-out.ts'

let app: TestApp
let ayu: TestMember

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' }, ['http'])
  ayu = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())

const get = async (path: string, by = ayu) => app.call('GET', `/api/admin/v1${path}`, { token: by.token })
const list = async (query = '') => (await get(`/users${query}`)).body.data as { content: Json[]; totalElements: number }
const found = async (search: string) =>
  (await list(`?size=-1&search=${encodeURIComponent(search)}`)).content.map(({ membername }) => membername)
const looksAt = (who: TestMember) =>
  app.db.read
    .selectFrom('audit')
    .select(['actor_id', 'after'])
    .where('event', '=', 'member.looked_at')
    .where('subject', '=', String(who.id))
    .orderBy('id')
    .execute()

describe('the list of members', () => {
  test('shows each member with number, name, e-mail, state, activation and dates, the newest members first, ten per page [A-API-14, A-ENT-03, A-CONST-01, A-CONST-02]', async () => {
    const members = []
    for (let nth = 0; nth < 12; nth++) members.push(await app.member({ name: `Deret ${nth}` }))
    const { content, totalElements } = await list()
    expect(content.map(({ memberid }) => memberid)).toEqual(
      members
        .map(({ id }) => Number(id))
        .reverse()
        .slice(0, 10),
    )
    expect(content[0]).toEqual({
      memberid: Number(members.at(-1)?.id),
      membername: 'Deret 11',
      memberemail: members.at(-1)?.email,
      memberphone: null,
      memberstatus: 2,
      confm: 1,
      roles: [],
      createat: expect.any(String),
      updateat: expect.any(String),
    })
    expect(totalElements).toBeGreaterThanOrEqual(13)
    expect((await list('?size=-1')).content).toHaveLength(10)
    expect((await list('?page=1')).content[0]?.memberid).toBe(Number(members[1]?.id))
    expect((await list('?sort=memberid,ASC&size=1')).content[0]?.memberid).toBe(Number(ayu.id))
  })

  test('can be searched by a part of the name or e-mail, by a phone in any format, and by the member number', async () => {
    const who = await app.member({ name: 'Wulandari Cell' })
    await app.tables.updateTable('member').set({ phone: '6281390004567' }).where('id', '=', who.id).execute()
    for (const typed of ['wulan', who.email.slice(0, 12), '0813-9000-4567', '+62 813 9000', String(who.id)])
      expect(await found(typed), typed).toContain('Wulandari Cell')
    expect(await found('100%')).toEqual([])
    // A text this short cannot use an index, so every row would be searched.
    expect((await get('/users?search=wu')).status).toBe(400)
  })

  test('can be filtered by state and role', async () => {
    const seller = await app.member({ name: 'Suplier Saringan', roles: ['ROLE_SELLER'] })
    const away = await app.member({ name: 'Diblokir Saringan' })
    await shutOut(app.tables, away.id)
    expect((await list('?memberstatus=0')).content.map(({ membername }) => membername)).toEqual(['Diblokir Saringan'])
    const sellers = await list('?role=ROLE_SELLER')
    expect(sellers.content.map(({ memberid }) => memberid)).toContain(Number(seller.id))
    expect(sellers.content.every(({ roles }) => roles.includes('ROLE_SELLER'))).toBe(true)
    expect((await list('?role=ROLE_SELLER&memberstatus=0')).totalElements).toBe(0)
  })

  test('has the numbers of all members, of sellers and of waiting applications [A-API-16, A-ENT-05]', async () => {
    const before = (await get('/sumuser')).body.data
    await app.member({ roles: ['ROLE_SELLER'] })
    await applyToSell(app, await app.member({ complete: true }))
    expect((await get('/sumuser')).body.data).toEqual({
      totaluser: before.totaluser + 2,
      totalseller: before.totalseller + 1,
      totalreqseller: before.totalreqseller + 1,
    })
  })

  test('has the roles with number and name [A-API-23]', async () => {
    const roles = await app.db.read.selectFrom('role').select(['id', 'name']).execute()
    expect((await get('/users/role')).body.data.sort((a: Json, b: Json) => a.id - b.id)).toEqual(
      roles.map(({ id, name }) => ({ id: Number(id), name })).sort((a, b) => a.id - b.id),
    )
    expect(roles.map(({ name }) => name).sort()).toEqual(['ROLE_ADMIN', 'ROLE_SELLER'])
  })
})

describe('a member', () => {
  test('is shown with user and member data, roles and virtual accounts [A-API-17, A-ENT-04]', async () => {
    const who = await app.member({ name: 'Rincian', roles: ['ROLE_SELLER'], balance: 75_000n, complete: true })
    const { user, member, location, own } = (await get(`/user/detail/${who.id}`)).body.data
    expect(user).toMatchObject({ id: Number(who.id), confm: 1, roles: [{ name: 'ROLE_SELLER' }], va: [], verifyphone: true })
    expect(member).toMatchObject({ memberid: Number(who.id), membername: 'Rincian', memberbalance: 75_000, memberstatus: 2 })
    expect([location, own]).toEqual([expect.any(String), false])
    expect((await get(`/user/detail/${ayu.id}`)).body.data.own).toBe(true)
    expect((await get('/user/detail/99999999')).body.code).toBe('not_found.member')
  })

  test('can read its own data with every field that the web app uses [A-ENT-01, A-ENT-02]', async () => {
    const who = await app.member({ name: 'Diri Sendiri', roles: ['ROLE_SELLER'], balance: 75_000n, complete: true })
    const { data } = (await app.call('GET', '/api/v1/user', { token: who.token })).body
    expect(data).toMatchObject({
      id: Number(who.id),
      name: 'Diri Sendiri',
      username: who.email,
      email: who.email,
      roles: [{ name: 'ROLE_SELLER' }],
      va: [],
      verifyphone: true,
      menu: expect.any(Array),
      info: { transaksi: 0 },
    })
    expect(Object.keys(data.member)).toEqual(
      expect.arrayContaining(
        'memberbalance memberavatar membername membercontact memberphone statustoko provinceid cityid adminconfirmation apitest syaratketentuan'.split(
          ' ',
        ),
      ),
    )
    expect(data.member).toMatchObject({ memberbalance: 75_000, membername: 'Diri Sendiri', syaratketentuan: 1 })
  })

  test('is shown with balance, tickets, purchases, offers, sessions and keys without secrets, and each access is audited', async () => {
    const who = await app.member({ name: 'Dilihat', roles: ['ROLE_SELLER'], balance: 30_000n })
    const product = await app.product({ code: 'LIHAT5' })
    await app.offer({ seller: who, product, price: 5_250n })
    const see = async (what: string) => (await get(`/user/${what}/${who.id}`)).body.data
    expect((await see('mutasi')).content[0]).toMatchObject({ mutasi: 30_000, saldoakhir: 30_000 })
    expect((await see('histories')).totalElements).toBe(1)
    expect((await see('transactions')).totalElements).toBe(0)
    expect((await see('products')).content[0]).toMatchObject({ productcode: 'LIHAT5' })
    const access = await see('access')
    expect(access.sessions).toHaveLength(1)
    expect(access.keys).toMatchObject([{ hint: expect.stringContaining('…') }])
    for (const secret of [who.apikey, who.secret, who.token]) expect(JSON.stringify(access)).not.toContain(secret)
    expect((await looksAt(who)).map(({ actor_id, after }) => [actor_id, after])).toEqual(
      ['mutasi', 'histories', 'purchases', 'offers', 'access'].map((what) => [ayu.id, { what }]),
    )
    const { totalElements } = (await get(`/audit?memberid=${who.id}&event=member.looked_at`)).body.data
    expect(totalElements).toBe(5)
    expect((await get(`/audit?memberid=${ayu.id}&event=member.looked_at`)).body.data.totalElements).toBeGreaterThanOrEqual(5)
  })

  test('is reported as not found and not audited if it does not exist', async () => {
    for (const what of ['detail', 'mutasi', 'histories', 'transactions', 'products', 'access'])
      expect((await get(`/user/${what}/99999999`)).status, what).toBe(404)
    const { totalElements } = (await get('/audit?subjectkind=member&subject=99999999')).body.data
    expect(totalElements).toBe(0)
  })

  test.each(Object.values(userCalls).map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
    'can be accessed by administrators only: %s',
    async (_, method, path) => {
      const who = await app.member({ roles: ['ROLE_SELLER'] })
      const answer = await app.call(method, path.replace(/\{\w+\}/g, String(who.id)), {
        token: who.token,
        body: method === 'GET' ? undefined : {},
      })
      expect(answer.body.code).toBe('access.denied')
    },
  )
})
