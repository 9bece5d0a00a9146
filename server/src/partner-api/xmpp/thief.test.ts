import { setTimeout as pause } from 'node:timers/promises'
import { jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import { xml } from '@xmpp/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestMember } from '../../../test/app.ts'
import { emailsTo } from '../../../test/emails.ts'
import { startMarket, type TestMarket } from '../../../test/market.ts'
import { letIn, shutOut } from '../../../test/shut-out.ts'
import { botIsOnline, mayOrder, type Person, startXmppInstance, type XmppInstance } from '../../../test/xmpp-instance.ts'

/** Attacks by XMPP senders, and failures around orders. */
let instance: XmppInstance
let market: TestMarket
let buyer: TestMember
let offerId: bigint
let budi: Person
/** An attacker who knows the buyer's key, but nothing else. */
let maling: Person
const second = 'bot2@localhost'

beforeAll(async () => {
  instance = await startXmppInstance(['bot', 'bot2'])
  market = await startMarket(instance.environment, ['http', 'worker', 'xmpp'])
  const { seller } = await market.addSeller()
  buyer = await market.app.member({ name: 'Toko Maju', balance: 500_000n })
  offerId = await market.app.offer({ seller, product: await market.app.product({ code: 'P1' }), price: 1_000n })
  await market.app.map(buyer, offerId)
  await botIsOnline(market.app, instance.bot)
  await botIsOnline(market.app, second)
  await market.app.setting('jabber.commandsPerMinute', 1_000)
  budi = await instance.person('budi')
  await mayOrder(market.app, buyer, budi.jid)
  maling = await instance.person('maling')
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
  await instance.stop()
})

let serial = 0
const newNumber = () => `0813${String(++serial).padStart(4, '0')}5678`
const trx = (reference: string, more = '', number = newNumber()) => `trx.${reference}.P1.${number}.${buyer.secret}${more}`
const purchases = async () =>
  (await market.app.tables.selectFrom('purchase').select('reffclient').orderBy('id').execute()).map(({ reffclient }) => reffclient)

/** Returns when all earlier messages have been processed. */
async function allIsHeard(to = instance.bot) {
  const before = budi.heard.length
  await budi.say(`S.${buyer.secret}`, { to })
  await budi.hears('SALDO', before)
}
/** The answer to a message of the buyer. */
async function answerTo(body: string): Promise<string> {
  const before = budi.heard.length
  await budi.say(body)
  return budi.hears('', before)
}

const message = (to: string, ...inside: Parameters<typeof xml>[2][]) => xml('message', { to, type: 'chat', id: `m${++serial}` }, ...inside)

describe('an XMPP sender other than the buyer', () => {
  test('cannot buy with the key from another address, and cannot forge an allowed sender', async () => {
    const [known, heard] = [await purchases(), budi.heard.length]
    const order = xml('body', {}, trx('T-1'))
    const forwarded = (ns: string, attrs: object = {}) =>
      xml(
        ns === 'urn:xmpp:mam:2' ? 'result' : 'received',
        { xmlns: ns, ...attrs },
        xml('forwarded', { xmlns: 'urn:xmpp:forward:0' }, xml('message', { from: budi.jid, to: instance.bot, type: 'chat' }, order)),
      )
    await maling.send(message(instance.bot, order))
    await maling.send(message(instance.bot, forwarded('urn:xmpp:carbons:2')))
    await maling.send(message(instance.bot, forwarded('urn:xmpp:carbons:2'), order))
    await maling.send(message(instance.bot, forwarded('urn:xmpp:mam:2', { queryid: 'x', id: '1' })))
    for (const type of ['groupchat', 'headline', 'error'])
      await maling.send(xml('message', { to: instance.bot, type, from: budi.jid }, order)).catch(() => undefined)
    await maling.hears('Alamat ini belum terdaftar')
    // The server disconnects a sender with a forged address, or replaces the address.
    await maling.send(xml('message', { to: instance.bot, type: 'chat', from: `${budi.jid}/hp` }, order)).catch(() => undefined)
    await allIsHeard()
    expect(await purchases()).toEqual(known)
    expect(budi.heard.slice(heard).filter((line) => !line.startsWith('SALDO'))).toEqual([])
  })

  test('cannot mark messages to others as failed by sending delivery errors', async () => {
    await budi.say(trx('T-2'))
    await budi.hears(/SUKSES.*R#T-2$/)
    const ids = budi.ids.slice(-2)
    const [wife, rival] = [await instance.person('istri'), await instance.person('saingan')]
    await mayOrder(market.app, await market.app.member({ balance: 0n }), rival.jid)
    for (const person of [wife, rival]) {
      for (const id of ids)
        await person.send(xml('message', { to: instance.bot, type: 'error', id }, xml('error', { type: 'cancel' }, xml('item-not-found'))))
      await person.say('halo')
    }
    await wife.hears('Alamat ini belum terdaftar')
    await rival.hears('Perintah tidak dikenal')
    const messages = await market.app.tables.selectFrom('jabber_message').select('failed').where('id', 'in', ids.map(BigInt)).execute()
    expect(messages).toEqual([{ failed: null }, { failed: null }])
  })

  test('causes no database work by sending hundreds of delivery errors', async () => {
    const unknownSender = await instance.person('banjir')
    const looked = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(market.app.tables)
      const { rows } = await sql<{ many: bigint }>`
        select sum(idx_scan + seq_scan)::bigint as many from pg_stat_user_tables where relname = 'jabber_message'`.execute(
        market.app.tables,
      )
      return Number(rows[0]?.many)
    }
    await allIsHeard()
    await pause(2_500)
    const before = await looked()
    for (let nth = 0; nth < 300; nth++)
      await unknownSender.send(
        xml('message', { to: instance.bot, type: 'error', id: `${nth}` }, xml('error', { type: 'cancel' }, xml('gone'))),
      )
    await unknownSender.say('halo')
    await unknownSender.hears('Alamat ini belum terdaftar')
    await pause(2_500)
    expect((await looked()) - before).toBeLessThan(100)
  })

  test('does not reset its count of wrong keys by sending help commands', async () => {
    const guesser = await instance.person('penebak')
    await mayOrder(market.app, await market.app.member({ balance: 0n }), guesser.jid)
    for (let nth = 1; nth < jabberWrongKeysMax; nth++) {
      await guesser.say(`S.salah-${nth}`)
      await guesser.say('bantuan')
    }
    await guesser.say('S.salah')
    await guesser.hears('Terlalu banyak kunci salah')
  })

  test('whose address does not exist has the messages to it recorded as failed', async () => {
    const member = await market.app.member({ balance: 0n })
    await mayOrder(market.app, member, 'tidakada@localhost')
    const { id } = await market.app.tables
      .insertInto('jabber_message')
      .values({ account: instance.bot, jid: 'tidakada@localhost', member_id: member.id, body: 'halo' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const failed = () => market.app.tables.selectFrom('jabber_message').select('failed').where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(async () => (await failed()).failed).toBe('service-unavailable')
  })

  test('is ignored if it is another account of the platform, so that accounts never answer each other', async () => {
    for (const jid of [instance.bot, second]) await mayOrder(market.app, buyer, jid, { tells_all: true, verified_at: new Date() })
    await market.order(buyer, { productcode: 'P1', target: newNumber(), reffclient: 'T-3' })
    await market.app.settled(buyer, 'T-3')
    const messages = () =>
      market.app.tables
        .selectFrom('jabber_message')
        .select(['body', 'acked_at'])
        .where('jid', 'in', [instance.bot, second])
        .orderBy('id')
        .execute()
    await expect.poll(async () => (await messages()).filter(({ acked_at }) => acked_at !== null).length).toBe(2)
    await allIsHeard()
    await allIsHeard(second)
    expect((await messages()).map(({ body }) => body)).toEqual(Array(2).fill(expect.stringMatching(/^TRX .*SUKSES.*R#T-3$/)))
    await market.app.tables.updateTable('jabber_id').set({ enabled: false }).where('jid', 'in', [instance.bot, second]).execute()
  })
})

describe('a claimed address', () => {
  const path = '/api/v1/user/jabber'
  const listed = async (who: TestMember) => (await market.app.call('GET', path, { token: who.token })).body.data
  const newMember = (name: string) => market.app.member({ name, balance: 50_000n })

  test('belongs to the member whose key is used from it, and another member who claimed it is notified', async () => {
    const [squatter, owner] = [await newMember('Toko Serobot'), await newMember('Toko Asli')]
    const person = await instance.person('asli')
    for (const who of [squatter, owner]) await mayOrder(market.app, who, person.jid)
    expect(await listed(owner)).toMatchObject([{ jid: person.jid, terverifikasi: 0 }])
    await person.say('S.salah')
    await person.hears('Kunci salah')
    await person.say(`S.${owner.secret}`)
    expect(await person.hears('SALDO')).toBe('SALDO Toko Asli: 50.000')
    expect(await listed(owner)).toMatchObject([{ jid: person.jid, terverifikasi: 1 }])
    expect(await listed(squatter)).toEqual([])
    expect((await emailsTo(market.app, squatter.email)).at(-1)?.paragraphs.join()).toContain(person.jid)
    const events = await market.app.tables
      .selectFrom('audit')
      .select('event')
      .where('subject_kind', '=', 'jabber')
      .where('event', 'in', ['jabber.verified', 'jabber.lost'])
      .where('at', '>', sql<Date>`now() - interval '1 minute'`)
      .where('subject', 'in', (select) =>
        select.selectFrom('jabber_id').select(sql<string>`id::text`.as('id')).where('jid', '=', person.jid),
      )
      .orderBy('id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['jabber.lost', 'jabber.verified'])
  })

  test('belongs to the first of two members whose key is used from it, and the other key is refused afterwards', async () => {
    const [one, other] = [await newMember('Toko Satu'), await newMember('Toko Dua')]
    const person = await instance.person('berdua')
    for (const who of [one, other]) await mayOrder(market.app, who, person.jid)
    await Promise.all([person.say(`S.${other.secret}`), person.say(`S.${one.secret}`)])
    const first = await person.hears('SALDO')
    await person.hears('Kunci salah')
    const [winner, loser] = first.includes('Toko Dua') ? [other, one] : [one, other]
    expect(await listed(winner)).toMatchObject([{ terverifikasi: 1 }])
    expect(await listed(loser)).toEqual([])
    expect(person.heard.filter((line) => line.startsWith('SALDO'))).toEqual([first])
  })

  test('receives no purchase results before it is verified', async () => {
    const claimant = await newMember('Toko Klaim')
    const person = await instance.person('diklaim')
    const id = await mayOrder(market.app, claimant, person.jid)
    await market.app.call('PATCH', `${path}/${id}`, { token: claimant.token, body: { semua: 1 } })
    await market.app.lapak.refresh()
    await market.app.map(claimant, offerId)
    await market.order(claimant, { productcode: 'P1', target: newNumber(), reffclient: 'K-1' })
    await market.app.settled(claimant, 'K-1')
    await person.say('bantuan')
    await person.hears('PERINTAH')
    expect(person.heard.join()).not.toContain('K-1')
    expect(await listed(claimant)).toMatchObject([{ terverifikasi: 0, semua: 1 }])
  })
})

describe('an XMPP message', () => {
  test('is refused if it contains several commands, and its key is neither stored nor repeated', async () => {
    const known = await purchases()
    expect(await answerTo(`${trx('L-1')}\n${trx('L-2')}`)).toBe('Satu pesan satu perintah. Tidak ada yang dijalankan, kirim satu per satu.')
    for (const between of ['\u2028', '\u0085']) expect(await answerTo(`${trx('L-3')}${between}${trx('L-4')}`)).toContain('Satu pesan')
    const rows = await market.app.tables.selectFrom('jabber_received').select('command').execute()
    expect(JSON.stringify(rows)).not.toContain(buyer.secret)
    expect(budi.heard.join()).not.toContain(buyer.secret)
    expect(await purchases()).toEqual(known)
  })

  test.each<[string, () => string]>([
    ['is larger than any command', () => `trx.H-1.P1.${'9'.repeat(100_000)}.${buyer.secret}`],
    ['lost a character on its way', () => trx('H-2', '', '08123456\ufffd78')],
    ['has a tab in its reference', () => trx('H-5\t1')],
    ['has half a character', () => trx('H-7', '', '0812345\ud83d678')],
    ['has a product of SQL', () => `trx.H-8.P1'); drop table purchase;--.0812.${buyer.secret}`],
    ['has nothing but dots', () => `trx....${buyer.secret}`],
  ])('does not buy anything if it %s, but is answered', async (_, body) => {
    const known = await purchases()
    const answer = await answerTo(body())
    expect(answer).toMatch(/GAGAL|tidak terbaca|Format salah/)
    expect(answer).not.toContain(buyer.secret)
    expect(answer.length).toBeLessThan(500)
    expect(await purchases()).toEqual(known)
  })

  test.each([
    'max=0',
    'max=1',
    'max=999',
    'max 999',
    'max=-5',
    'max=1e9',
    'max=',
    'MAX=0.9.9.9',
    'max=99999999999999999999',
    'max=1.000,5',
  ])('does not buy anything with the low or malformed price ceiling %s', async (ceiling) => {
    const known = await purchases()
    expect(await answerTo(trx(`C-${++serial}`, ` ${ceiling}`))).toMatch(/GAGAL|Format salah|Kunci salah/)
    expect(await purchases()).toEqual(known)
  })

  test('is repeated unchanged in the answer, even if it looks like XML', async () => {
    expect(await answerTo(`trx.X-1<a>&lt;.P1.<x/>&amp;.${buyer.secret}`)).toMatch(/^TRX P1\.<x\/>&amp; SEDANG .* R#X-1<a>&lt;$/)
    await budi.hears(/SUKSES.*R#X-1/)
  })

  test('is read without the direction marks that copying adds', async () => {
    expect(await answerTo(`\u202a${trx('M-1', '', '\u202a081234567890\u202c')}\u200b`)).toMatch(/^TRX P1\.081234567890 /)
    await budi.hears(/SUKSES.*R#M-1$/)
  })

  test('is a format error and does not count as a wrong key if it has text after the key', async () => {
    for (let nth = 0; nth < 11; nth++) expect(await answerTo(`${trx('K-1')} terima kasih`)).toContain('Format salah')
    expect(await answerTo(`S.${buyer.secret}`)).toContain('SALDO')
  })
})

describe('an order', () => {
  test('is placed once if it is sent over several channels at once', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await market.app.balance(buyer)
      const [reffclient, target] = [`W-${round}`, newNumber()]
      const line = trx(reffclient, '', target)
      await Promise.all([
        budi.say(line),
        market.order(buyer, { productcode: 'P1', target, reffclient }),
        budi.say(line, { to: second }),
        market.order(buyer, { productcode: 'P1', target, reffclient }),
        budi.say(line),
      ])
      await market.app.settled(buyer, reffclient)
      await allIsHeard()
      await allIsHeard(second)
      expect(before - (await market.app.balance(buyer))).toBe(1_000n)
    }
    expect((await purchases()).filter((one) => one.startsWith('W-'))).toEqual(['W-0', 'W-1', 'W-2', 'W-3', 'W-4'])
  })

  test('is placed and answered once if two processes compete for the account', async () => {
    const other = await market.app.startAnother(['xmpp'], undefined, instance.environment)
    for (let nth = 0; nth < 5; nth++) await budi.say(trx(`P-${nth}`))
    for (let nth = 0; nth < 5; nth++) await budi.hears(new RegExp(`SUKSES.*R#P-${nth}$`))
    await allIsHeard()
    await other.stop()
    expect(new Set(budi.ids).size).toBe(budi.ids.length)
    expect(budi.heard.filter((line) => / PROSES|DIPROSES/.test(line) && /R#P-\d$/.test(line)).length).toBeLessThanOrEqual(5)
  })
})

describe('an order that a dead process stored but did not execute', () => {
  let owner: TestMember
  let jidId: bigint
  let jid: string
  let keyId: bigint

  /** Stores a command in the state in which a dead process left it. */
  const left = (reffclient: string, more: { key_id?: bigint | null } = {}) =>
    market.app.tables
      .insertInto('jabber_received')
      .values({
        account: instance.bot,
        stanza_id: reffclient,
        jid_id: jidId,
        member_id: owner.id,
        command: JSON.stringify({ do: 'order', order: { reffclient, productcode: 'P1', target: newNumber() } }),
        reffclient,
        sent_at: new Date(),
        key_id: keyId,
        ...more,
      })
      .execute()
  /** Starts another process, which takes over the account. */
  async function takenOver(reffclient: string) {
    const lapak = await market.app.startAnother(['xmpp'], undefined, {
      ...instance.environment,
      XMPP_ACCOUNTS: `${instance.bot}:sandi-uji`,
    })
    const open = () => market.app.tables.selectFrom('jabber_received').select('answered_at').where('reffclient', '=', reffclient)
    await expect.poll(async () => (await open().executeTakeFirst())?.answered_at).not.toBeNull()
    await lapak.stop()
    const messages = await market.app.tables
      .selectFrom('jabber_message')
      .select('body')
      .where('jid', '=', jid)
      .orderBy('id', 'desc')
      .execute()
    return { bought: (await purchases()).includes(reffclient), answer: messages.find(({ body }) => body.endsWith(`R#${reffclient}`))?.body }
  }

  beforeAll(async () => {
    await market.stop()
    market = await startMarket(instance.environment, ['http', 'worker'])
    const { seller } = await market.addSeller()
    const offer = await market.app.offer({ seller, product: await market.app.product({ code: 'P1' }), price: 1_000n })
    owner = await market.app.member({ name: 'Toko Sari', balance: 100_000n })
    buyer = owner
    await market.app.map(owner, offer)
    jid = (await instance.person('sari')).jid
    jidId = await mayOrder(market.app, owner, jid)
    keyId = (await market.app.tables.selectFrom('api_key').select('id').where('member_id', '=', owner.id).executeTakeFirstOrThrow()).id
  })

  test('is executed by the process that takes over', async () => {
    await left('O-1')
    expect(await takenOver('O-1')).toEqual({ bought: true, answer: expect.stringContaining('TRX P1.') })
  })

  test('does not buy anything if its key was revoked, suspended, or replaced by a Jabber key', async () => {
    const key = (values: { suspended_at?: Date | null; revoked_at?: Date | null }) =>
      market.app.tables.updateTable('api_key').set(values).where('id', '=', keyId).execute()
    const refused = { bought: false, answer: expect.stringMatching(/^TRX P1\.\d+ GAGAL\. Key sudah diganti/) }
    await left('O-2')
    await key({ suspended_at: new Date() })
    await market.app.lapak.refresh()
    expect(await takenOver('O-2')).toEqual(refused)
    await key({ suspended_at: null })
    await left('O-3')
    const made = await market.app.call('POST', '/api/v1/user/jabber/secret', { token: owner.token })
    expect(made.status).toBe(200)
    expect(await takenOver('O-3')).toEqual(refused)
    await left('O-4', { key_id: null })
    expect((await takenOver('O-4')).bought).toBe(true)
    await left('O-5', { key_id: null })
    await market.app.call('POST', '/api/v1/user/jabber/secret', { token: owner.token })
    expect(await takenOver('O-5')).toEqual(refused)
    await market.app.call('DELETE', '/api/v1/user/jabber/secret', { token: owner.token })
    await left('O-6')
    await key({ revoked_at: new Date() })
    await market.app.lapak.refresh()
    expect(await takenOver('O-6')).toEqual(refused)
    await key({ revoked_at: null })
  })

  test('does not buy anything and is not answered if its address or its member is blocked', async () => {
    await left('O-7')
    await market.app.tables.updateTable('jabber_id').set({ enabled: false }).where('id', '=', jidId).execute()
    expect(await takenOver('O-7')).toEqual({ bought: false, answer: undefined })
    await market.app.tables.updateTable('jabber_id').set({ enabled: true }).where('id', '=', jidId).execute()
    await left('O-8')
    await shutOut(market.app.tables, owner.id)
    expect(await takenOver('O-8')).toEqual({ bought: false, answer: undefined })
    await letIn(market.app.tables, owner.id)
  })
})

vi.setConfig({ testTimeout: 90_000 })
