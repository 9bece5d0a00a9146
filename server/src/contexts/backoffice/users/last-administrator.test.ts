import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomToken, tokenHash } from '#shared/secrets.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'

/*
 * With two administrators there is no third one who could approve a block, so each of them may block the other without an approval. All
 * administrators are mailed.
 */
let app: TestApp
let ayu: TestMember
let bima: TestMember

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
  ayu = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'], complete: true })
  bima = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())

const reason = 'Sesi dicuri orang'
const change = (who: TestMember, memberstatus: number, by: TestMember) =>
  app.call('PATCH', '/api/admin/v1/user/member', { token: by.token, body: { memberid: Number(who.id), memberstatus, reason } })
const roleId = async () => (await app.tables.selectFrom('role').select('id').where('name', '=', 'ROLE_ADMIN').executeTakeFirstOrThrow()).id
const demote = async (who: TestMember, by: TestMember) =>
  app.call('DELETE', `/api/admin/v1/users/role/${who.id}/${await roleId()}`, { token: by.token, body: { reason } })
const left = () =>
  app.db.read
    .selectFrom('member_role')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select('member.id')
    .where('role_id', '=', (select) => select.selectFrom('role').select('role.id').where('name', '=', 'ROLE_ADMIN'))
    .where('member.status', '>', 0)
    .execute()

/** Gives the role to both administrators again and unblocks them. */
async function asBefore() {
  await app.tables
    .deleteFrom('member_role')
    .where('role_id', '=', await roleId())
    .execute()
  await app.tables.deleteFrom('blocked_administrator').execute()
  for (const who of [ayu, bima]) {
    await app.tables.updateTable('member').set({ status: 2 }).where('id', '=', who.id).execute()
    await app.tables.deleteFrom('member_block').where('member_id', '=', who.id).execute()
    const row = { member_id: who.id, role_id: await roleId() }
    await app.tables
      .insertInto('member_role')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

test.each([
  ['block', (who: TestMember, by: TestMember) => change(who, 0, by)],
  ['take the role from', demote],
])('at least one administrator remains when two administrators %s each other concurrently', async (_, act) => {
  for (let nth = 0; nth < 5; nth++) {
    const answers = await Promise.all([act(ayu, bima), act(bima, ayu)])
    expect(answers.map(({ status }) => status === 200).sort(), JSON.stringify(answers.map(({ body }) => body as Json))).toEqual([
      false,
      true,
    ])
    expect(await left()).toHaveLength(1)
    await asBefore()
    ayu = await again(ayu)
    bima = await again(bima)
  }
})

/** Opens a new session for the member, because a block ends all its sessions. */
async function again(who: TestMember): Promise<TestMember> {
  const token = randomToken()
  const token_hash = tokenHash(token)
  await app.tables.insertInto('session').values({ token_hash, member_id: who.id }).execute()
  await app.tables.insertInto('session_step_up').values({ token_hash, way: 'sign_in', verified_at: new Date() }).execute()
  return { ...who, token }
}

describe.each([
  ['blocked', (who: TestMember, by: TestMember) => change(who, 0, by)],
  ['left without the role', demote],
])('an administrator after the only other administrator was %s', (_, shutOut) => {
  const makeAnother = async (by: TestMember) => {
    const { id } = await app.member({ complete: true })
    const body = { userid: Number(id), roleid: Number(await roleId()), reason }
    return (await app.call('POST', '/api/admin/v1/users/role', { token: by.token, body })).body.msg
  }
  const shutOutAgo = (ms: number) =>
    app.tables
      .updateTable('blocked_administrator')
      .set({ blocked_at: new Date(Date.now() - ms) })
      .execute()
  const days = 86_400_000

  test('still needs a second administrator for three days', async () => {
    expect((await shutOut(ayu, bima)).status).toBe(200)
    expect(await makeAnother(bima)).toBe('Menunggu admin kedua')
    await shutOutAgo(3 * days - 60_000)
    expect(await makeAnother(bima)).toBe('Menunggu admin kedua')
    await shutOutAgo(3 * days + 60_000)
    expect(await makeAnother(bima)).toBe('update OK!')

    await asBefore()
    ayu = await again(ayu)
  })
})

test('a former administrator keeps e-mail, phone and name after losing the role without an approval, and can get the role back', async () => {
  expect((await demote(ayu, bima)).status).toBe(200)
  for (const changed of [{ memberemail: 'pencuri@example.test' }, { memberphone: '081200001111' }, { membername: 'Pencuri' }]) {
    const body = { memberid: Number(ayu.id), ...changed, reason }
    const answer = await app.call('PATCH', '/api/admin/v1/user/member', { token: bima.token, body })
    expect(answer.body.code, JSON.stringify(changed)).toBe('member.administrator')
  }
  const back = { userid: Number(ayu.id), roleid: Number(await roleId()), reason }
  expect((await app.call('POST', '/api/admin/v1/users/role', { token: bima.token, body: back })).status).toBe(200)
  expect(await left()).toHaveLength(2)
})

test('unblocking an administrator deletes the record that a single administrator blocked it', async () => {
  expect((await change(ayu, 0, bima)).status).toBe(200)
  expect((await change(ayu, 2, bima)).status).toBe(200)
  expect(await app.tables.selectFrom('blocked_administrator').selectAll().execute()).toEqual([])
  ayu = await again(ayu)
})

test('the block of an administrator is mailed to all administrators, and the remaining administrator can undo it', async () => {
  expect((await change(ayu, 0, bima)).status).toBe(200)
  const subjects = (await emailsTo(app, ayu.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Akun Lapak Anda diblokir')
  expect((await emailsTo(app, bima.email)).map(({ subject }) => subject)).toContain('Admin Lapak: Ayu diblokir')
  expect((await app.call('GET', '/api/admin/v1/users', { token: ayu.token })).status).toBe(401)
  expect((await change(ayu, 2, bima)).status).toBe(200)
  expect(await left()).toHaveLength(2)
})
