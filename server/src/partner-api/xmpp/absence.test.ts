import { setTimeout as pause } from 'node:timers/promises'
import { xml } from '@xmpp/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../test/market.ts'
import { runJob } from '../../../test/run-job.ts'
import { botIsOnline, mayOrder, type Person, startXmppInstance, type XmppInstance } from '../../../test/xmpp-instance.ts'

/** Messages that arrive while no process serves the account, and their delivery by the XMPP server. */
let instance: XmppInstance
let market: TestMarket
let buyer: TestMember
let admin: TestMember
let budi: Person
let leave: () => Promise<void>

beforeAll(async () => {
  instance = await startXmppInstance()
  market = await startMarket(instance.environment, ['http', 'worker'])
  const { seller } = await market.addSeller()
  buyer = await market.app.member({ name: 'Toko Maju', balance: 500_000n })
  admin = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  for (const [code, type] of [['P1', 0] as const, ['P2', 0] as const, ['BEBAS', 2] as const])
    await market.app.map(buyer, await market.app.offer({ seller, product: await market.app.product({ code, type }), price: 1_000n }))
  budi = await instance.person('budi')
  await mayOrder(market.app, buyer, budi.jid, { orders_since: new Date(0) })
  await come()
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
  await instance.stop()
})

/** Starts a process that serves the account, after a time without such a process. */
async function come(environment = instance.environment, account = instance.bot) {
  await market.app.tables.updateTable('jabber_bot').set({ state: 'lost' }).execute()
  const lapak = await market.app.startAnother(['xmpp'], undefined, { LOG_LEVEL: 'info', ...environment })
  await botIsOnline(market.app, account)
  leave = () => lapak.stop()
}

let serial = 0
/** The same reference always has the same target number. */
const numbers = new Map<string, string>()
function trx(reference: string): string {
  const number = numbers.get(reference) ?? `0812${String(++serial).padStart(4, '0')}5678`
  numbers.set(reference, number)
  return `trx.${reference}.P1.${number}.${buyer.secret}`
}
const bought = async (reference: string) =>
  (await market.app.tables.selectFrom('purchase').select('id').where('reffclient', '=', reference).execute()).length
const health = async () => (await market.app.call('GET', '/api/admin/v1/health', { token: admin.token })).body.data.jabber[0]
async function alerts() {
  await runJob(market.app, 'check-health')
  const { body } = await market.app.call('GET', '/api/admin/v1/health/alerts', { token: admin.token })
  return body.data.content.map(({ matter }: { matter: string }) => matter)
}
const older = (minutes: number) => (kept: string) =>
  kept
    .replace(/\["when"\] = (\d+)/, (_, at) => `["when"] = ${Number(at) - 60 * minutes}`)
    .replace(/\["stamp"\] = "([^"]+)"/, (_, at) => `["stamp"] = "${new Date(Date.parse(at) - 60_000 * minutes).toISOString()}"`)

describe('an answer that was sent before the process stopped', () => {
  test('is sent again with the same id only if the server did not acknowledge it, even if our own archive contains it', async () => {
    const before = budi.heard.length
    await budi.say('bantuan')
    await expect.poll(() => budi.heard.length).toBeGreaterThan(before)
    await leave()
    const lastMessage = () =>
      market.app.tables.selectFrom('jabber_message').select(['id', 'acked_at']).orderBy('id', 'desc').executeTakeFirstOrThrow()
    const { id, acked_at } = await lastMessage()
    expect(acked_at).not.toBeNull()
    const heard = () => budi.ids.filter((one) => one === `${id}`).length
    // The state after the XMPP server was killed when it had stored the message in our archive, but not in the recipient's archive.
    await market.app.tables.updateTable('jabber_message').set({ acked_at: null }).where('id', '=', id).execute()
    await come()
    await expect.poll(heard).toBe(2)
    await leave()
    await come()
    const again = budi.heard.length
    await budi.say('bantuan')
    await expect.poll(() => budi.heard.length).toBeGreaterThan(again)
    expect(heard()).toBe(2)
  })
})

describe('a message that arrived while no process served the account', () => {
  test('is executed later, in the order of arrival and once', async () => {
    await leave()
    await budi.say(trx('A-1'))
    await budi.say(`S.${buyer.secret}`)
    await come()
    await budi.hears(/SUKSES.*R#A-1$/)
    await budi.hears('SALDO')
    await leave()
    await come()
    expect(await bought('A-1')).toBe(1)
    expect(budi.heard.filter((line) => line.startsWith('SALDO'))).toHaveLength(1)
  })

  test('is executed even if the archive lost the last read message, and administrators get an alert about the gap', async () => {
    expect(await alerts()).not.toContain('jabber_gap')
    await leave()
    await budi.say(trx('A-2'))
    await budi.flush()
    await instance.changeArchive('bot', (kept) => kept.filter((one) => one.includes('A-2')))
    await come()
    await budi.hears(/SUKSES.*R#A-2$/)
    expect(await health()).toMatchObject({ akun: instance.bot, keadaan: 'online', celah: expect.any(String), baik: false })
    expect(await alerts()).toContain('jabber_gap')
  })

  test('is refused with a message if it is too old, but gets the result if its order was placed before', async () => {
    await budi.say(trx('A-3'))
    await budi.hears(/SUKSES.*R#A-3$/)
    await leave()
    const before = budi.heard.length
    for (const line of [trx('A-4'), trx('A-3'), `S.${buyer.secret}`, `bayar.A-5.P1.081200000000.${buyer.secret}`]) await budi.say(line)
    await budi.flush()
    await instance.changeArchive('bot', (kept) => [...kept.slice(0, -4), ...kept.slice(-4).map(older(11))])
    await budi.say(trx('A-6'))
    await come()
    await budi.hears(/SUKSES.*R#A-6$/, before)
    expect(await budi.hears(/A-4$/, before)).toBe(
      `TRX P1.${numbers.get('A-4')} GAGAL. Pesan terlambat lebih dari 10 menit, kirim ulang bila masih perlu. R#A-4`,
    )
    expect(await budi.hears(/A-5$/, before)).toMatch(/^TRX P1\.081200000000 GAGAL\. Pesan terlambat/)
    expect(await budi.hears(/A-3$/, before)).toContain('SUKSES')
    expect([await bought('A-3'), await bought('A-4'), await bought('A-5')]).toEqual([1, 0, 0])
    // A late balance query is not answered.
    expect(budi.heard.slice(before).some((line) => line.startsWith('SALDO'))).toBe(false)
    await budi.say(trx('A-4'))
    await budi.hears(/SUKSES.*R#A-4$/)
  })

  test('gets the result of the earlier order only if all its fields are the same, and otherwise a refusal because of a used reference', async () => {
    const open = (more: string) => `trx.A-11.BEBAS.081299995678.${buyer.secret} ${more}`
    const fixed = trx('A-10')
    for (const line of [fixed, open('nom=20000')]) await budi.say(line)
    for (const reference of ['A-10', 'A-11']) await budi.hears(new RegExp(`SUKSES.*R#${reference}$`))
    const balance = await market.app.balance(buyer)
    await leave()
    const before = budi.heard.length
    const others = [fixed.replace('.P1.', '.P2.'), fixed.replace('5678.', '5679.'), `${fixed} #2`, open('nom=50000'), open('nom=20000 #2')]
    for (const line of [...others, fixed, open('nom=20000')]) await budi.say(line)
    await budi.flush()
    await instance.changeArchive('bot', (kept) => [...kept.slice(0, -7), ...kept.slice(-7).map(older(11))])
    await come()
    await expect.poll(() => budi.heard.slice(before).length).toBe(7)
    const used = (reference: string) =>
      `Mohon tunggu, status belum diketahui: Reffclient ${reference} sudah dipakai untuk pesanan lain. R#${reference}`
    expect(budi.heard.slice(before)).toEqual([
      ...Array(3).fill(used('A-10')),
      ...Array(2).fill(used('A-11')),
      expect.stringMatching(/^TRX P1\..+ SUKSES.*R#A-10$/),
      expect.stringMatching(/^TRX BEBAS\..+ SUKSES.*Hrg: 21\.000\..*R#A-11$/),
    ])
    // The same messages are also refused if they are not late.
    for (const line of others) {
      const heard = budi.heard.length
      await budi.say(line)
      expect(await budi.hears(/A-1[01]$/, heard)).toBe(used(line.includes('A-10') ? 'A-10' : 'A-11'))
    }
    expect(await market.app.balance(buyer)).toBe(balance)
  })

  test('is executed even if it arrives at the moment of reconnecting', async () => {
    const references = Array.from({ length: 150 }, (_, nth) => `B-${nth}`)
    await market.app.setting('jabber.commandsPerMinute', 10_000)
    const says = (async () => {
      for (const reference of references) {
        await budi.say(trx(reference))
        await pause(40)
      }
    })()
    for (let nth = 0; nth < 3; nth++) {
      await leave()
      await come()
    }
    await says
    for (const reference of references) await budi.hears(new RegExp(`SUKSES.*R#${reference}$`))
  })

  test('is not executed if it was skipped because its sender sent too many messages', async () => {
    const wati = await instance.person('wati')
    await mayOrder(market.app, buyer, wati.jid)
    await market.app.setting('jabber.commandsPerMinute', 2)
    for (let nth = 0; nth < 60; nth++) await wati.say(trx(`L-${nth}`))
    await wati.hears('Terlalu banyak perintah')
    await wati.flush()
    await pause(1_000)
    await leave()
    await market.app.setting('jabber.commandsPerMinute', 10_000)
    await sql`delete from rate_count`.execute(market.app.tables)
    await come()
    await wati.say(trx('L-60'))
    await wati.hears(/SUKSES.*R#L-60$/)
    const { rows } = await sql<{ many: bigint }>`select count(*) as many from purchase where reffclient like 'L-%'`.execute(
      market.app.tables,
    )
    expect(rows).toEqual([{ many: 3n }])
  })

  test('is accepted up to the age in the setting jabber.orderMinutes', async () => {
    await market.app.setting('jabber.orderMinutes', 30)
    await leave()
    await budi.say(trx('A-7'))
    await budi.flush()
    await instance.changeArchive('bot', (kept) => [...kept.slice(0, -1), ...kept.slice(-1).map(older(29))])
    await come()
    await budi.hears(/SUKSES.*R#A-7$/)
    await market.app.setting('jabber.orderMinutes', 10)
  })

  test('is ignored if its sender was not allowed to order when the message was sent', async () => {
    const tuti = await instance.person('tuti')
    await tuti.say(trx('A-8'))
    await tuti.hears('Alamat ini belum terdaftar')
    await pause(1_000)
    const id = await mayOrder(market.app, buyer, tuti.jid)
    await leave()
    await come()
    await tuti.say(`S.${buyer.secret}`)
    await tuti.hears('SALDO')
    expect(await bought('A-8')).toBe(0)
    expect(tuti.heard).toHaveLength(2)
    const switched = (status: 0 | 1) => market.app.call('PATCH', `/api/v1/user/jabber/${id}`, { token: buyer.token, body: { status } })
    expect((await switched(0)).status).toBe(200)
    await leave()
    await tuti.say(trx('A-9'))
    await tuti.flush()
    // Archive timestamps have whole seconds.
    await pause(1_000)
    expect((await switched(1)).status).toBe(200)
    await come()
    await tuti.say(`S.${buyer.secret}`)
    await tuti.hears('SALDO', 2)
    expect(await bought('A-9')).toBe(0)
  })
})

describe('the sending time of a message', () => {
  const forged = (body: string, delays: { from: string; stamp: Date }[]) =>
    xml(
      'message',
      { to: instance.bot, type: 'chat', id: `f${++serial}` },
      xml('body', {}, body),
      ...delays.map(({ from, stamp }) => xml('delay', { xmlns: 'urn:xmpp:delay', from, stamp: stamp.toISOString() })),
    )
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

  test('is accepted only from our own XMPP server', async () => {
    await budi.send(forged(trx('D-1'), [{ from: budi.jid, stamp: inHours(-5) }]))
    await budi.hears(/SUKSES.*R#D-1$/)
  })

  test('is never later than the arrival of the message, whatever its sender claims', async () => {
    const future = [
      { from: 'localhost', stamp: inHours(5) },
      { from: instance.bot, stamp: inHours(5) },
    ]
    await budi.send(forged(trx('D-2'), future))
    await budi.hears(/SUKSES.*R#D-2$/)
    const kept = await market.app.tables
      .selectFrom('jabber_received')
      .select(sql<boolean>`sent_at <= received_at`.as('before'))
      .where('reffclient', '=', 'D-2')
      .executeTakeFirstOrThrow()
    expect(kept.before).toBe(true)
    await leave()
    await budi.send(forged(trx('D-3'), future))
    await budi.flush()
    await instance.changeArchive('bot', (all) => [...all.slice(0, -1), ...all.slice(-1).map(older(11))])
    await come()
    expect(await budi.hears(/D-3$/)).toContain('Pesan terlambat')
    expect(await bought('D-3')).toBe(0)
  })
})

test('later messages do not overtake a message that could not be stored at first', async () => {
  await sql`create sequence once`.execute(market.app.tables)
  await sql`
    create function fail_once() returns trigger language plpgsql security definer as $$
    begin
      if nextval('once') = 1 then raise exception 'the disk was full for a moment'; end if;
      return new;
    end $$`.execute(market.app.tables)
  await sql`create trigger fail_once before insert on jabber_received for each row when (new.reffclient = 'F-1') execute function fail_once()`.execute(
    market.app.tables,
  )
  await Promise.all([budi.say(trx('F-1')), budi.say(trx('F-2')), budi.say(trx('F-3'))])
  for (const reference of ['F-1', 'F-2', 'F-3']) await budi.hears(new RegExp(`SUKSES.*R#${reference}$`))
  await sql`drop trigger fail_once on jabber_received`.execute(market.app.tables)
})

describe('a connection that ended', () => {
  test('is re-established quickly if it served a member, however often it ends', async () => {
    // Measured by the database, because the start of the XMPP server and the logins of the senders take varying time.
    await sql`create table bot_stood (state text not null, at timestamptz not null default clock_timestamp(), nth serial)`.execute(
      market.app.tables,
    )
    await sql`
      create function note_bot() returns trigger language plpgsql security definer as $$
      begin insert into bot_stood (state) values (new.state); return new; end $$`.execute(market.app.tables)
    await sql`create trigger note_bot before update of state on jabber_bot for each row execute function note_bot()`.execute(
      market.app.tables,
    )
    await sql`insert into bot_stood (state) select state from jabber_bot`.execute(market.app.tables)
    for (let stop = 1; stop <= 5; stop++) {
      await served()
      await instance.prosody.kill()
      await instance.prosody.start()
      // Waits for a live answer before the next kill: messages from the archive do not show that the session works.
      await served()
    }
    await sql`drop trigger note_bot on jabber_bot`.execute(market.app.tables)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from again_at - at)::float8 as seconds from (
        select nth, state, at, lag(state) over by_nth as before, lead(at) over by_nth as again_at from bot_stood window by_nth as (order by nth)
      ) as stood
      where state = 'lost' and before = 'online' order by nth`.execute(market.app.tables)
    // A connection may also break by itself.
    expect(rows.length).toBeGreaterThanOrEqual(5)
    // If the pauses grew, the fourth and later reconnections would take at least six seconds.
    expect(Math.min(...rows.slice(3).map(({ seconds }) => seconds))).toBeLessThan(5.5)
  })

  async function served() {
    const before = budi.heard.length
    await budi.say(`S.${buyer.secret}`)
    await budi.hears('SALDO', before)
  }

  test('is not retried if the server refuses the name or the password, and administrators get an alert', async () => {
    await leave()
    const wrong = { ...instance.environment, XMPP_ACCOUNTS: `${instance.bot}:salah` }
    const lapak = await market.app.startAnother(['xmpp'], undefined, wrong)
    await expect.poll(async () => (await health()).keadaan).toBe('refused')
    expect(await health()).toMatchObject({ kata: 'nama atau password ditolak', terputus: true, baik: false })
    expect(await alerts()).toContain('jabber')
    await lapak.stop()
    await come()
    expect(await health()).toMatchObject({ keadaan: 'online', terputus: false })
  })
})

describe('an XMPP server without archive and acknowledgements', () => {
  let other: XmppInstance
  let sari: Person

  beforeAll(async () => {
    await leave()
    other = await startXmppInstance(['bot'], ['mam', 'smacks'])
    sari = await other.person('sari')
    await mayOrder(market.app, buyer, sari.jid)
    await come(other.environment)
  })
  afterAll(async () => {
    await other.stop()
  })

  test('is supported: each command is answered once, and no answer is repeated after reconnecting', async () => {
    const question = () => xml('message', { to: other.bot, type: 'chat' }, xml('body', {}, `S.${buyer.secret}`))
    for (const nth of [0, 1]) {
      await sari.send(question())
      await sari.hears('SALDO', nth)
    }
    await sari.say(trx('N-1'), { id: '1' })
    await sari.hears(/SUKSES.*R#N-1$/)
    const before = sari.heard.length
    await leave()
    await sari.say(trx('N-2'), { id: '1' })
    await come(other.environment)
    await sari.hears(/SUKSES.*R#N-2$/, before)
    expect(sari.heard.slice(before).every((line) => line.endsWith('R#N-2'))).toBe(true)
  })

  test('causes an alert to administrators, since messages may be lost', async () => {
    expect(await health()).toMatchObject({ keadaan: 'online', tanpaarsip: true, baik: false })
    expect(await alerts()).toContain('jabber_no_archive')
  })

  test('causes no alert once the archive is available again', async () => {
    await leave()
    await come()
    expect(await health()).toMatchObject({ keadaan: 'online', tanpaarsip: false })
  })
})
