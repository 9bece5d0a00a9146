import { startWhatsapp, type WhatsappSimulator } from '@lapak/simulators/whatsapp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestMember, verifyAddress } from '../../../../test/app.ts'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

let mails: MailServer
let whatsapp: WhatsappSimulator
let market: TestMarket
beforeAll(async () => {
  mails = await startMailServer()
  whatsapp = await startWhatsapp({ token: 'token', phoneId: '1055', lineTemplate: 'kabar' })
})
afterEach(() => market.stop())
afterAll(async () => {
  await whatsapp.close()
  await mails.close()
})

/** A buyer with a balance of 35,000 rupiah and a warning limit of 30,000 rupiah, and a seller with a price of 10,000 rupiah. */
async function start(environment: Record<string, string>, verified = true) {
  market = await startMarket({
    SMTP_URL: mails.url,
    WHATSAPP_TOKEN: 'token',
    WHATSAPP_PHONE_ID: '1055',
    WHATSAPP_URL: whatsapp.url,
    ...environment,
  })
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'S10' })
  const buyer = await market.app.member({ balance: 35_000n })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n }))
  await market.app.tables
    .updateTable('member')
    .set({
      low_balance: 30_000n,
      phone: '6281330002001',
      phone_verified_at: verified ? new Date() : null,
      callback_url: 'http://127.0.0.1:9/',
    })
    .where('id', '=', buyer.id)
    .execute()
  await verifyAddress(market.app.tables, buyer.id, 'http://127.0.0.1:9/')
  await market.app.lapak.refresh()
  const before = { mails: mails.mails.length, lines: whatsapp.taken.length }
  return {
    buyer,
    subjects: () => mails.mails.slice(before.mails).map(({ subject }) => subject),
    lines: () => whatsapp.taken.slice(before.lines).map(({ to, text }) => [to, text]),
  }
}

async function buy(buyer: TestMember, target: string) {
  await market.order(buyer, { productcode: 'S10', target, reffclient: target })
  return (await market.app.settled(buyer, target)).transactionrc
}

const callbacks = async ({ id }: TestMember) =>
  (await market.app.db.read.selectFrom('delivery').select('id').where('member_id', '=', id).where('event', '=', 'balance.low').execute())
    .length

/** Waits until the outbox has sent all its messages. */
const carried = () =>
  expect
    .poll(async () => (await market.app.db.read.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute()).length, {
      interval: 20,
    })
    .toBe(0)

const line = 'Saldo Lapak Anda tinggal Rp 25.000, di bawah batas peringatan Rp 30.000. Tambah saldo supaya pesanan tidak ditolak.'

test.each([{ WHATSAPP: 'cloud', WHATSAPP_LINE_TEMPLATE: 'kabar' }, { WHATSAPP: 'fonnte' }])(
  'the order that takes the balance below the warning limit warns once by e-mail, WhatsApp and callback: $WHATSAPP',
  async (environment) => {
    const { buyer, subjects, lines } = await start(environment as Record<string, string>)
    expect([await buy(buyer, '081234500011'), await buy(buyer, '081234500012')]).toEqual([1, 1])
    await expect.poll(subjects, { interval: 20 }).toEqual(['Saldo Lapak tinggal Rp 25.000'])
    await expect.poll(lines, { interval: 20 }).toEqual([['6281330002001', line]])
    await carried()
    expect([subjects().length, lines().length, await callbacks(buyer)]).toEqual([1, 1, 1])
  },
)

test('without a template or a verified phone number the warning is sent by e-mail, but not by WhatsApp', async () => {
  const { buyer, subjects, lines } = await start({ WHATSAPP: 'cloud' })
  await buy(buyer, '081234500021')
  await expect.poll(subjects, { interval: 20 }).toHaveLength(1)
  await carried()
  expect(lines()).toEqual([])
  await market.stop()

  const unproved = await start({ WHATSAPP: 'fonnte' }, false)
  await buy(unproved.buyer, '081234500022')
  await expect.poll(unproved.subjects, { interval: 20 }).toHaveLength(1)
  await carried()
  expect(unproved.lines()).toEqual([])
})

test('a balance that falls below the warning limit repeatedly sends a callback each time, but at most three e-mails a day', async () => {
  const { buyer, subjects } = await start({ WHATSAPP: 'fonnte' })
  // A failed order returns its price to the balance.
  for (const nth of [1, 2, 3, 4, 5]) expect(await buy(buyer, `08123450${nth}0001`)).toBe(2)
  await expect.poll(() => callbacks(buyer), { interval: 20 }).toBe(5)
  // E-mails are counted while callbacks are sent. The counter stops at the first e-mail above the limit of three.
  const decided = async () =>
    (
      await market.app.db.read
        .selectFrom('rate_count')
        .select('count')
        .where('subject', '=', `low balance letter:${buyer.id}`)
        .executeTakeFirst()
    )?.count
  await expect.poll(decided, { interval: 20 }).toBe(4)
  await carried()
  expect(subjects()).toHaveLength(3)
})
