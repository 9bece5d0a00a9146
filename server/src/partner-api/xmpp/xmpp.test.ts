import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import type { TestMember } from '../../../test/app.ts'
import { asClient } from '../../../test/client.ts'
import { emailsTo, emailTo, tokenOf } from '../../../test/emails.ts'
import { startMarket, type TestMarket } from '../../../test/market.ts'
import { shutOut } from '../../../test/shut-out.ts'
import { botIsOnline, mayOrder, type Person, startXmppInstance, type XmppInstance } from '../../../test/xmpp-instance.ts'

let instance: XmppInstance
let market: TestMarket
let buyer: TestMember
let budi: Person

beforeAll(async () => {
  instance = await startXmppInstance()
  market = await startMarket(instance.environment, ['http', 'worker', 'xmpp'])
  const { seller } = await market.addSeller()
  buyer = await market.app.member({ name: 'Toko Maju', balance: 500_000n })
  await market.app.map(
    buyer,
    await market.app.offer({ seller, product: await market.app.product({ code: 'TSEL10', operator: 'TSEL' }), price: 10_250n }),
  )
  await market.app.map(
    buyer,
    await market.app.offer({ seller, product: await market.app.product({ code: 'PLNPASCA', type: 1 }), price: 2_000n }),
  )
  await botIsOnline(market.app, instance.bot)
  await market.app.setting('jabber.commandsPerMinute', 1_000)
  budi = await instance.person('budi')
  await mayOrder(market.app, buyer, budi.jid)
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
  await instance.stop()
})

const trx = (idtrx: string, target = '081234567890', key = buyer.secret, more = '') => `trx.${idtrx}.TSEL10.${target}.${key}${more}`

/** Creates a person with an allowed address, for the given member or for a new one. */
let serial = 0
async function another(member?: TestMember): Promise<{ person: Person; member: TestMember; id: bigint }> {
  serial += 1
  const person = await instance.person(`orang${serial}`)
  const owner = member ?? (await market.app.member({ name: `Toko ${serial}`, balance: 50_000n }))
  return { person, member: owner, id: await mayOrder(market.app, owner, person.jid) }
}

describe('an XMPP answer line, whose format never changes because software matches it by patterns,', () => {
  test('reports the balance [B-CONST-31, B-ROLE-08]', async () => {
    await budi.say(`S.${buyer.secret}`)
    expect(await budi.hears('SALDO')).toBe('SALDO Toko Maju: 500.000')
    const before = budi.heard.length
    await budi.say(` saldo.${buyer.secret} `)
    await budi.hears('SALDO', before)
  })

  test('reports a wrong key unless the key is the API secret from the welcome e-mail [B-CONST-33]', async () => {
    const [nama, email, password] = ['Toko Baru', 'toko.baru@lapak.test', 'kuda-lumping-42']
    const { prefix, secret } = readConfig({ NODE_ENV: 'test' }).registerHash
    const hash = createHash('sha256').update(`${prefix}${nama}${email}${secret}`).digest('hex')
    const asked = await asClient(market.app, '/register', { nama, email, phone: '', password, confmpassword: password, hash })
    expect(asked.status).toBe(200)
    const token = tokenOf(await emailTo(market.app, email, 'Aktivasi akun Lapak'))
    expect((await asClient(market.app, '/activate', { token, password })).status).toBe(200)
    const { facts = [] } = await emailTo(market.app, email, 'Selamat datang di Lapak')
    const key = facts.find(({ label }) => label === 'Secret')?.value
    const member = await market.app.tables.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const person = await instance.person('baru')
    await mayOrder(market.app, member, person.jid)
    await person.say(`S.${facts.find(({ label }) => label === 'API key')?.value}`)
    await person.hears('Kunci salah')
    await person.say(`S.${key}`)
    expect(await person.hears('SALDO')).toBe('SALDO Toko Baru: 0')
  })

  test('reports an order, and later, without a query, its result with the serial number [B-CONST-32, B-OPEN-39]', async () => {
    await budi.sendByGo(trx('INV-0001'))
    expect(await budi.hears('TRX')).toBe('TRX TSEL10.081234567890 SEDANG DIPROSES. Hrg: 10.250. Saldo: 489.750. R#INV-0001')
    const { serialnumber } = await market.app.settled(buyer, 'INV-0001')
    const success = `TRX TSEL10.081234567890 SUKSES. SN: ${serialnumber}. Hrg: 10.250. Saldo: 489.750. R#INV-0001`
    expect(await budi.hears(/SUKSES/)).toBe(success)
    const { channel } = await market.app.db.read
      .selectFrom('purchase')
      .select('channel')
      .where('reffclient', '=', 'INV-0001')
      .executeTakeFirstOrThrow()
    expect(channel).toBe(3)
    for (const line of [trx('INV-0001'), `cek.INV-0001.${buyer.secret}`, `STATUS.INV-0001.${buyer.secret}`]) {
      const before = budi.heard.length
      await budi.say(line)
      expect(await budi.hears('TRX', before)).toBe(success)
    }
    expect(await market.app.balance(buyer)).toBe(489_750n)
  })

  test('is sent for each repetition of a message, although the order is placed once', async () => {
    const before = budi.heard.length
    for (let nth = 0; nth < 5; nth++) await budi.say(trx('INV-0002', '081234567891'))
    await market.app.settled(buyer, 'INV-0002')
    // An answer that already contains the result replaces the separate message about the result.
    await expect.poll(() => budi.heard.slice(before).length).toBeGreaterThanOrEqual(5)
    await budi.hears(/SUKSES.*R#INV-0002$/)
    expect(budi.heard.slice(before).every((line) => line.endsWith('R#INV-0002'))).toBe(true)
    expect(await market.app.balance(buyer)).toBe(479_500n)
  })

  test('reports a failure with its reason after the refund', async () => {
    await budi.say(trx('INV-0003', '081234560001'))
    expect(await budi.hears(/GAGAL/)).toMatch(/^TRX TSEL10\.081234560001 GAGAL\. .+\. Saldo: 479\.500\. R#INV-0003$/)
  })

  test('reports the refund of an earlier success', async () => {
    await budi.say(trx('INV-0004', '081234567892'))
    const { id } = await market.app.settled(buyer, 'INV-0004')
    await budi.hears(/SUKSES.*R#INV-0004$/)
    const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
    const refund = await market.app.call('PATCH', '/api/admin/v1/transaction', {
      token: admin.token,
      body: { id: Number(id), status: 2, transactionrc: 1, description: 'Pulsa tidak masuk' },
    })
    expect(refund.body).toMatchObject({ success: true })
    expect(await budi.hears(/GAGAL.*R#INV-0004$/)).toBe(
      'TRX TSEL10.081234567892 GAGAL. Dibatalkan setelah sebelumnya sukses: Pulsa tidak masuk. Saldo: 479.500. R#INV-0004',
    )
  })

  test('reports why an order was refused: probable duplicate, price ceiling, unknown product, used reference', async () => {
    const answerTo = async (line: string, start: RegExp) => {
      const before = budi.heard.length
      await budi.say(line)
      return budi.hears(start, before)
    }
    expect(await answerTo(trx('INV-0005', '081234567891'), /INV-0005/)).toContain('GAGAL. Kemungkinan pesanan ganda')
    expect(await answerTo(trx('INV-0006', '081234567893', buyer.secret, ' max=10.000'), /INV-0006/)).toBe(
      'TRX TSEL10.081234567893 GAGAL. Harga Rp 10.250 di atas maxprice Rp 10.000. R#INV-0006',
    )
    expect(await answerTo(`trx.INV-0007.XL5.081712345678.${buyer.secret}`, /INV-0007/)).toBe(
      'TRX XL5.081712345678 GAGAL. Produk XL5 tidak ada di daftar produk Anda. R#INV-0007',
    )
    expect(await answerTo(trx('INV-0001', '081234567899'), /INV-0001/)).toContain('Mohon tunggu, status belum diketahui')
    expect(await answerTo(`cek.TIDAKADA.${buyer.secret}`, /TIDAK/)).toBe('TIDAK ADA transaksi. R#TIDAKADA')
  })

  test('reports prices, help and invalid commands, and never contains the key', async () => {
    await budi.say(`h.tsel.${buyer.secret}`)
    expect(await budi.hears('HARGA')).toBe('HARGA TSEL10: 10.250 (buka) Produk TSEL10')
    await budi.say('Bantuan')
    expect(await budi.hears('PERINTAH')).toContain('trx.<idtrx>.<productcode>.<target>.<key>')
    await budi.say(`trx.INV-9.TSEL10.${buyer.secret}`)
    expect(await budi.hears('Format')).toBe('Format salah. Tulis: trx.<idtrx>.<productcode>.<target>.<key>')
    await budi.say(`beli pulsa ${buyer.secret}`)
    await budi.hears('Perintah tidak dikenal')
    expect(budi.heard.join()).not.toContain(buyer.secret)
  })

  test('reports a bill and its payment, and reports the same payment if the payment command is repeated', async () => {
    const pay = `bayar.BILL-1.PLNPASCA.530000000002.${buyer.secret}`
    await budi.say(pay)
    expect(await budi.hears(/BILL-1/)).toContain('Cek tagihan dahulu: cek.PLNPASCA.530000000002.<key>')
    await budi.say(`cek.PLNPASCA.530000000002.${buyer.secret}`)
    expect(await budi.hears('TAGIHAN')).toMatch(
      /^TAGIHAN PLNPASCA\.530000000002 a\/n .+ Potong saldo: [\d.]+\. Bayar sebelum .+ WIB: bayar\.<idtrx>\.PLNPASCA\.530000000002\.<key>$/,
    )
    await budi.say(pay)
    await budi.hears(/^TRX PLNPASCA\.530000000002 (SEDANG|SUKSES)/)
    const balance = await market.app.balance(buyer)
    await market.app.settled(buyer, 'BILL-1')
    await budi.say(pay)
    await budi.hears(/^TRX PLNPASCA\.530000000002 SUKSES/)
    expect(await market.app.balance(buyer)).toBe(balance)
  })
})

describe('a sender', () => {
  test('gets one line an hour and nothing else if it is unknown, disabled or blocked', async () => {
    const unknownSender = await instance.person('asing')
    const { person: off, id } = await another(buyer)
    await market.app.tables.updateTable('jabber_id').set({ enabled: false }).where('id', '=', id).execute()
    const { person: blocked, member } = await another()
    await shutOut(market.app.tables, member.id)
    await market.app.lapak.refresh()
    for (const [who, key] of [
      [unknownSender, buyer.secret],
      [off, buyer.secret],
      [blocked, member.secret],
    ] as const) {
      await who.say(`S.${key}`)
      await who.hears('Alamat ini belum terdaftar atau tidak aktif')
      await who.say(`S.${key}`)
    }
    await budi.say(`S.${buyer.secret}`)
    await budi.hears('SALDO', budi.heard.length)
    for (const who of [unknownSender, off, blocked]) expect(who.heard).toHaveLength(1)
  })

  test('is silenced after ten wrong keys, and the member is notified by e-mail', async () => {
    const { person, member } = await another()
    for (let nth = 0; nth < 10; nth++) await person.say(`S.salah${nth}`)
    await person.hears('Terlalu banyak kunci salah')
    await person.say(`S.${member.secret}`)
    await budi.say(`S.${buyer.secret}`)
    await budi.hears('SALDO', budi.heard.length)
    expect(person.heard).toEqual([...Array(9).fill('Kunci salah. Perintah tidak dijalankan.'), expect.stringContaining('Terlalu banyak')])
    expect((await emailsTo(market.app, member.email)).map(({ subject }) => subject)).toEqual(['Perintah Jabber dengan kunci salah'])
  })

  test('must use the Jabber key of the member in place of the API secret while such a key exists [B-OPEN-40]', async () => {
    const { person, member } = await another()
    const made = await market.app.call('POST', '/api/v1/user/jabber/secret', { token: member.token })
    const { secret } = made.body.data
    await person.say(`S.${member.secret}`)
    await person.hears('Kunci salah')
    await person.say(`S.${secret}`)
    await person.hears('SALDO')
    expect((await market.app.call('DELETE', '/api/v1/user/jabber/secret', { token: member.token })).status).toBe(200)
    const before = person.heard.length
    await person.say(`S.${secret}`)
    await person.hears('Kunci salah', before)
    await person.say(`S.${member.secret}`)
    await person.hears('SALDO', before)
  })

  test('gets one refusal message if it sends more commands per minute than allowed', async () => {
    const [{ person, member }, witness] = [await another(), await another()]
    await market.app.setting('jabber.commandsPerMinute', 3)
    for (let nth = 0; nth < 8; nth++) await person.say(`S.${member.secret}`)
    await person.hears('Terlalu banyak perintah')
    // Other senders are still answered. Once this witness is answered, all earlier messages have been processed.
    await witness.person.say(`S.${witness.member.secret}`)
    await witness.person.hears('SALDO')
    await market.app.setting('jabber.commandsPerMinute', 1_000)
    const kept = await market.app.tables.selectFrom('jabber_received').select('id').where('member_id', '=', member.id).execute()
    expect(kept, 'who floods leaves nothing behind').toHaveLength(4)
    expect(person.heard.filter((line) => line.startsWith('SALDO'))).toHaveLength(3)
    expect(person.heard).toHaveLength(4)
  })

  test('of hundreds of commands causes no more database work than a sender of a few, and does not delay other senders', async () => {
    const [{ person, member }, witness] = [await another(), await another()]
    const looked = async () => {
      const { rows } = await sql<{ last: bigint }>`select last_value as last from jabber_received_id_seq`.execute(market.app.tables)
      return Number(rows[0]?.last)
    }
    await market.app.setting('jabber.commandsPerMinute', 3)
    const before = await looked()
    for (let nth = 0; nth < 400; nth++) await person.say(`S.${member.secret}`)
    await witness.person.say(`S.${witness.member.secret}`)
    await witness.person.hears('SALDO')
    await market.app.setting('jabber.commandsPerMinute', 1_000)
    expect((await looked()) - before).toBeLessThan(20)
    expect(person.heard.map((line) => line.split(' ')[0]).toSorted()).toEqual(['SALDO', 'SALDO', 'SALDO', 'Terlalu'])
  })

  test('receives the results of all purchases if it has that option, including purchases from other channels', async () => {
    const { person, id } = await another(buyer)
    const sent = await market.order(buyer, { productcode: 'TSEL10', target: '081234567870', reffclient: 'API-1' })
    expect(sent.success).toBe(true)
    await market.app.settled(buyer, 'API-1')
    await market.app.call('PATCH', `/api/v1/user/jabber/${id}`, { token: buyer.token, body: { semua: 1 } })
    await market.app.lapak.refresh()
    await market.order(buyer, { productcode: 'TSEL10', target: '081234567872', reffclient: 'API-0' })
    await market.app.settled(buyer, 'API-0')
    // The address has not sent a valid key yet, so it may belong to somebody else.
    await person.say(`S.${buyer.secret}`)
    await person.hears('SALDO')
    await market.app.lapak.refresh()
    await market.order(buyer, { productcode: 'TSEL10', target: '081234567871', reffclient: 'API-2' })
    expect(await person.hears('TRX')).toMatch(/SUKSES.*R#API-2$/)
    expect(person.heard.join()).not.toContain('API-0')
    expect(budi.heard.join()).not.toContain('API-')
  })
})

test('results to be sent by an XMPP account that no longer exists do not delay other results', async () => {
  const { id: jid_id } = await market.app.tables.selectFrom('jabber_id').select('id').where('jid', '=', budi.jid).executeTakeFirstOrThrow()
  const { id: purchase_id } = await market.app.tables.selectFrom('purchase').select('id').limit(1).executeTakeFirstOrThrow()
  const gone = Array.from({ length: 60 }, (_, nth) => ({ member_id: buyer.id, reffclient: `GONE-${nth}` }))
  const asked = { account: 'gone@localhost', jid_id, command: '{}', sent_at: new Date() }
  await market.app.tables
    .insertInto('jabber_received')
    .values(gone.map((one) => ({ ...one, ...asked, stanza_id: one.reffclient })))
    .execute()
  await market.app.tables
    .insertInto('jabber_result')
    .values(gone.map((one) => ({ ...one, purchase_id, ordered: true })))
    .execute()
  await budi.say(trx('INV-90', '081234567850'))
  await budi.hears(/SUKSES.*R#INV-90$/)
})

test('the key is not stored in any row of any table', async () => {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    market.app.tables,
  )
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} kept where position(${buyer.secret} in kept::text) > 0 limit 1`.execute(
      market.app.tables,
    )
    expect(rows, name).toEqual([])
  }
})
