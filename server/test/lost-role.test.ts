import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, TestMember } from './app.ts'
import { lockedOut } from './locks.ts'
import { startMarket, type TestMarket } from './market.ts'
import { askTopUp, deposit } from './money.ts'

/** An administrator who loses the role while a decision is being executed. */
let market: TestMarket
let serial = 0
beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
})
afterAll(() => market?.stop())

interface Decision {
  name: string
  /** Prepares the subject, and returns the call of the administrator and the value that it would change. */
  prepare(): Promise<{ method: string; path: string; body: object; value(): Promise<unknown> }>
}

const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(market.app.tables)).rows[0]

const decisions: Decision[] = [
  {
    name: 'the approval of a top-up',
    async prepare() {
      const member = await market.app.member()
      const id = await askTopUp(market.app.tables, member.id, { code: serial })
      return {
        method: 'POST',
        path: 'payment/tiket/approve',
        body: { id: Number(id), description: 'Mutasi BCA 77' },
        value: () => one(sql`select state from top_up where id = ${id}`),
      }
    },
  },
  {
    name: 'the refund of a purchase',
    async prepare() {
      const { seller } = await market.addSeller()
      const product = await market.app.product({ code: `LR${serial}` })
      const buyer = await market.app.member({ balance: 100_000n })
      await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n }))
      const { data } = await market.order(buyer, { productcode: product.code, target: `84${serial}7777`, reffclient: 'LOST' })
      expect((await market.app.settled(buyer, 'LOST')).transactionrc).toBe(1)
      return {
        method: 'PATCH',
        path: `transaction/${data.id}/2`,
        body: { description: 'Bukti transfer dari suplier' },
        value: () => one(sql`select transactionrc from purchase where id = ${data.id}`),
      }
    },
  },
  {
    name: 'a transfer between cash accounts',
    async prepare() {
      const { id } = await market.app.member()
      await market.app.db.transaction((tx) => deposit(tx, id, 200_000n))
      return {
        method: 'POST',
        path: 'accounts/transfer',
        body: { idsumber: '01', idtujuan: '02', jumlah: 50_000, reason: 'Pindah kas', reffclient: `LOST-${serial}` },
        value: () => one(sql`select count(*) from cash_transfer`),
      }
    },
  },
  {
    name: 'a change of a setting',
    prepare: async () => ({
      method: 'PATCH',
      path: 'settings/otp.perDay',
      body: { value: 9, version: 0, reason: 'Uji peran' },
      value: () => one(sql`select count(*) from setting where name = 'otp.perDay'`),
    }),
  },
  {
    name: 'a change of a payment method',
    async prepare() {
      const method = await one(
        sql<{ updated_at: Date; account_no: string; account_name: string }>`select * from payment_method where id = 1`,
      )
      return {
        method: 'PATCH',
        path: 'payment/method/1',
        body: {
          feeflat: 77,
          feebasispoints: 0,
          accountno: method?.account_no,
          accountname: method?.account_name,
          enabled: true,
          updateat: method?.updated_at.toISOString(),
          reason: 'Uji peran',
        },
        value: () => one(sql`select fee_flat from payment_method where id = 1`),
      }
    },
  },
  {
    name: 'the approval of a seller',
    async prepare() {
      const { id } = await market.app.member({ complete: true, name: `Toko Pelangi ${serial}` })
      await market.app.tables
        .updateTable('member')
        .set({ ktp: '/uploads/ktp.webp', admin_confirmation: 2, documents_sent_at: new Date() })
        .where('id', '=', id)
        .execute()
      return {
        method: 'PATCH',
        path: `seller/approve/${id}`,
        body: {},
        value: () => one(sql`select admin_confirmation from member where id = ${id}`),
      }
    },
  },
  {
    name: 'a new brand',
    async prepare() {
      const { id } = await market.app.tables
        .insertInto('category')
        .values({ name: 'Kategori uji peran' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        method: 'POST',
        path: 'brand',
        body: { brandname: 'Brand uji peran', productcategoryid: Number(id) },
        value: () => one(sql`select count(*) from brand where category_id = ${id}`),
      }
    },
  },
  {
    name: 'a new operator',
    prepare: async () => ({
      method: 'POST',
      path: 'operator',
      body: { code: 'LRUJI', name: 'Operator uji', prefixes: ['08997'] },
      value: () => one(sql`select count(*) from operator where code = 'LRUJI'`),
    }),
  },
  {
    name: 'a new version of the terms',
    prepare: async () => ({
      method: 'POST',
      path: 'terms',
      body: { content: 'Syarat dan ketentuan untuk uji peran. '.repeat(4) },
      value: () => one(sql`select count(*) from terms`),
    }),
  },
  {
    name: 'an announcement of maintenance',
    prepare: async () => ({
      method: 'POST',
      path: 'maintenance',
      body: {
        ...{ id: 0, text: 'Pemeliharaan server', jedapesanan: false, reason: 'Uji peran' },
        ...{ awal: new Date(Date.now() + 3_600_000), akhir: new Date(Date.now() + 7_200_000) },
      },
      value: () => one(sql`select count(*) from maintenance_notice`),
    }),
  },
  {
    name: 'the removal of a banner',
    async prepare() {
      const banner = { image: '/uploads/banner.webp', caption: 'Uji peran' }
      const { id } = await market.app.tables.insertInto('banner').values(banner).returning('id').executeTakeFirstOrThrow()
      return {
        method: 'PATCH',
        path: `slider/${id}`,
        body: {},
        value: () => one(sql`select archived_at is null as shown from banner where id = ${id}`),
      }
    },
  },
  {
    name: 'the hiding of a post',
    async prepare() {
      const { id: member_id } = await market.app.member()
      const { id } = await market.app.tables
        .insertInto('post')
        .values({ member_id, by_platform: false, client_id: randomUUID(), body: 'Uji peran' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        method: 'PATCH',
        path: `posts/${id}/hide`,
        body: { reason: 'Uji peran' },
        value: () => one(sql`select hidden_at is null as shown from post where id = ${id}`),
      }
    },
  },
  {
    name: 'the answer to a member as customer service',
    async prepare() {
      const member = await market.app.member()
      const asked = await market.app.call('POST', '/api/messanger/v1/message', {
        token: member.token,
        body: { touser: 'cso', msg: 'Halo', clientid: randomUUID() },
      })
      expect(asked.status).toBe(200)
      const conversation = await one(sql<{ id: bigint }>`select id from conversation where first_id = ${member.id} and second_id is null`)
      return {
        method: 'POST',
        path: `chats/${conversation?.id}/message`,
        body: { msg: 'Uji peran', clientid: randomUUID() },
        value: () => one(sql`select last_seq from conversation where id = ${conversation?.id}`),
      }
    },
  },
  {
    name: 'an alert that is taken',
    async prepare() {
      const alert = { matter: 'disk', message: 'Ruang hampir habis' }
      const { id } = await market.app.tables.insertInto('health_alert').values(alert).returning('id').executeTakeFirstOrThrow()
      return {
        method: 'PATCH',
        path: `health/alerts/${id}/take`,
        body: { reason: 'Uji peran' },
        value: () => one(sql`select taken_by from health_alert where id = ${id}`),
      }
    },
  },
]

test.each(decisions)('$name is refused if the role of the administrator is removed while the decision is executed', async ({ prepare }) => {
  const { app } = market
  serial += 1
  await app.member({ roles: ['ROLE_ADMIN'] })
  const administrator: TestMember = await app.member({ roles: ['ROLE_ADMIN'] })
  const { method, path, body, value } = await prepare()
  const before = await value()
  const decide = () => app.call(method, `/api/admin/v1/${path}`, { token: administrator.token, body })
  let answer: Promise<Answer> | undefined
  await app.tables.transaction().execute(async (tx) => {
    // Without its commit, the call still finds the role at its authentication, and then waits for the row.
    await tx.deleteFrom('member_role').where('member_id', '=', administrator.id).execute()
    answer = decide()
    await lockedOut(app, 1)
  })
  const refused = await answer
  expect([refused?.status, refused?.body.code]).toEqual([403, 'access.denied'])
  expect(await value()).toEqual(before)
  await app.tables.insertInto('member_role').values({ member_id: administrator.id, role_id: 1n }).execute()
  expect((await decide()).status).toBe(200)
  expect(await value()).not.toEqual(before)
})
