// @module-tag nightly
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SupplierType } from '@lapak/contract/catalogue/seller-api'
import { sellerFileRowsMax } from '@lapak/contract/funds/reconciliation'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceListBytesMax } from '#integrations/suppliers/price-list.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember } from './app.ts'
import { hostileAnswer, worstPatterns } from './hostile-answers.ts'
import { startWatchedLapak, type WatchedLapak } from './watched-lapak.ts'
import { within } from './within.ts'

/**
 * Sends hostile input to a Lapak in its own process and measures how long its event loop is blocked: in CPU time, because other programs of a busy
 * machine do not count. With NIGHTLY=1, on an idle machine, it also measures wall-clock time and sends more answers. The same FUZZ_SEED sends the
 * same input.
 */
const nightly = process.env.NIGHTLY === '1'
const answers = nightly ? 300 : 6
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)
const blockMaxMs = 20

let app: TestApp
let lapak: WatchedLapak
let sellerServer: Server
let body = ''
const kinds: SupplierType[] = [1, 2, 3]

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  await app.setting('sellerApi.requestsPerHourAndServer', 10_000)
  lapak = await startWatchedLapak({ databaseUrl: app.databaseUrl, roles: ['http'] })
  sellerServer = createServer((_, answer) => answer.end(body))
  await new Promise<void>((resolve) => sellerServer.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await lapak?.stop()
  sellerServer?.close()
  await app?.stop()
})

async function longestBlockMs(): Promise<number> {
  const { busyMs, clockMs } = await lapak.longestBlock()
  return nightly ? clockMs : busyMs
}

const post = (member: TestMember, path: string, asked?: unknown) =>
  fetch(lapak.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(asked ?? {}),
  })

const addressOf = () => `http://127.0.0.1:${(sellerServer.address() as AddressInfo).port}`

test("a supplier's answer of 64 kB does not block the event loop, whatever its content and the seller's patterns", {
  timeout: 120_000 + answers * 6_000,
}, async () => {
  await app.setting('sellerApi.testsPerMinute', 100)
  const { userId, pin, username, password } = supplierCredentials
  let asked = 0
  let member = await app.member({ roles: ['ROLE_SELLER'] })
  const tested = async (jenisapi: SupplierType, patterns: Record<string, string>) => {
    if (asked++ % 90 === 0) member = await app.member({ roles: ['ROLE_SELLER'] })
    const templates = jenisapi === 3 ? { balance: `${addressOf()}/saldo` } : {}
    const answer = await post(member, '/api/v1/seller/apitest', {
      ...{ jenisapi, apiurl: addressOf(), userid: userId, pin, username, password },
      ...{ templates, patterns, timeoutms: 30_000 },
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  for (const text of fc.sample(hostileAnswer, { numRuns: answers, seed })) {
    body = text
    for (const kind of kinds)
      for (const patterns of [{}, worstPatterns])
        await within(blockMaxMs, async () => {
          await longestBlockMs()
          await tested(kind, patterns)
          return longestBlockMs()
        })
  }
})

test("a seller's price list does not block the event loop, whatever its length and content", async () => {
  const row = (nth: number) =>
    `{"kode":"A${nth}","nama":"Telkomsel 10.000 Promo","harga":"10.${String(nth % 1000).padStart(3, '0')}","status":"open"}`
  const rows = Math.floor((priceListBytesMax - 100) / (row(10_000).length + 1))
  const many = `{"success":true,"data":[${Array.from({ length: rows }, (_, nth) => row(nth)).join(',')}]}`
  const seller = await app.seller({ apiUrl: addressOf() })
  const product = await app.product({ code: 'A7' })
  await app.offer({ seller, product, price: 20_000n })
  const synced = async () =>
    (await (await fetch(`${lapak.url}/api/v1/seller/syncharga`, { headers: { authorization: `Bearer ${seller.token}` } })).json()) as {
      success: boolean
    }
  const deep = 500_000
  for (const list of [many, '['.repeat(deep) + ']'.repeat(deep), `[${'{},'.repeat(340_000)}{}]`, `[{"a":"${'\\"'.repeat(500_000)}"}]`]) {
    body = list
    await within(blockMaxMs, async () => {
      await longestBlockMs()
      expect((await synced()).success).toBe(true)
      return longestBlockMs()
    })
  }
})

test("a list of 50 reports does not block the event loop, whatever its content and the seller's patterns", async () => {
  await app.setting('sellerApi.unknownReportsPerHour', settingDefaults['sellerApi.unknownReportsPerHour'].max)
  const seller = await app.seller({ kind: 3, apiUrl: addressOf() })
  const path = `laporan-${'x'.repeat(20)}`
  await app.tables
    .updateTable('seller_api')
    .set({ report_path: path, patterns: JSON.stringify(worstPatterns) })
    .where('seller_id', '=', seller.id)
    .execute()
  const post = async (list: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${lapak.url}/public/report/${path}`, { method: 'POST', headers, body: list })).text()
  }
  await expect.poll(() => post('[]')).toBe('UNREADABLE')
  const listOf = (report: object) => JSON.stringify(Array(50).fill(report))
  const message = 'SUKSES '.repeat(90)
  for (const [report, answer] of [
    [{ ref_id: 'LAIN-1', message }, 'UNKNOWN REFERENCE'],
    [{ message }, 'UNREADABLE'],
  ] as const)
    await within(blockMaxMs, async () => {
      await longestBlockMs()
      expect(await post(listOf(report))).toBe(answer)
      return longestBlockMs()
    })
})

/** Files of the maximum size and number of lines: valid ones, and ones made to parse slowly. */
function productFiles(): Record<string, Buffer> {
  const head = 'Kode produk;Nama produk;Kode suplier;Harga beli;Harga jual;Harga promo;Stok;Status\r\n'
  const lines = Array.from({ length: 9_900 }, (_, nth) => `P${nth};${'Produk '.repeat(48)};S${nth};9.000;10.500;;5;Buka`)
  const text = `${head}${lines.join('\r\n')}\r\n`
  const cells = `${'"kode",'.repeat(140)}\n`.repeat(4_000)
  return {
    'UTF-8': Buffer.from(text),
    'UTF-16': Buffer.from(`\ufeff${text.slice(0, 1_900_000)}`, 'utf16le'),
    'no list': Buffer.from(cells).subarray(0, 3_900_000),
    quotes: Buffer.from(`${head}${'"'.repeat(3_900_000)}`),
    'one line': Buffer.from(`${head}${'P;'.repeat(1_900_000)}`),
    'Windows-1252': Buffer.from(text.replaceAll('Produk ', 'Pr\u00f6duk '), 'latin1'),
  }
}

test('a file of products of 4 MB does not block the event loop, whatever its content', { timeout: 600_000 }, async () => {
  await app.setting('offers.changesPerHour', 10_000)
  const seller = await app.seller({ apiUrl: addressOf() })
  const uploaded = async (bytes: Buffer) => {
    expect(bytes.length).toBeLessThan(4_000_000)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'produk.csv')
    const headers = { authorization: `Bearer ${seller.token}` }
    await longestBlockMs()
    const answer = await fetch(`${lapak.url}/api/v1/seller/product/file?simpan=0`, { method: 'POST', headers, body: form })
    expect([200, 422]).toContain(answer.status)
    await answer.text()
    return longestBlockMs()
  }
  for (const [name, bytes] of Object.entries(productFiles()))
    await within(blockMaxMs, () => uploaded(bytes)).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`)
    })
})

/**
 * A bank's file with many rows, of the month `nth`, so that they are compared with no rows of other months. Of two files with the same `nth`, the
 * longer one contains all rows of the shorter one.
 */
function statementFile(nth: number, rows: number): string {
  const head = ['Informasi Rekening - Mutasi Rekening', "No. Rekening,=,'8810012345", 'Nama,=,PT LAPAK CONTOH', 'Mata Uang,=,Rp']
  let balance = 0
  const month = String(nth).padStart(2, '0')
  const lines = Array.from({ length: rows }, (_, row) => {
    balance += 50_000 + row
    return `'01/${month},"TRSF E-BANKING CR PEMBAYAR ${row}",'0000,${50_000 + row}.00,CR,${balance}.00`
  })
  return [...head, `Periode,=,01/${month}/2025 - 02/${month}/2025`, '', 'Tanggal,Keterangan,Cabang,Jumlah,,Saldo', ...lines].join('\r\n')
}
const statementRows = 5_000

test('a bank statement of 5,000 rows does not block the event loop, whether its rows are new or stored', { timeout: 300_000 }, async () => {
  await app.setting('statements.filesPerHour', 1000)
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const uploaded = async (file: string, simpan: 0 | 1) => {
    const form = new FormData()
    form.append('file', new Blob([file]), 'mutasi.csv')
    const headers = { authorization: `Bearer ${admin.token}` }
    const path = `/api/admin/v1/bank/mutasi/file?bankcode=01&simpan=${simpan}`
    await longestBlockMs()
    const answer = await fetch(lapak.url + path, { method: 'POST', headers, body: form })
    const { data } = (await answer.json()) as { data: { added: number } }
    return { added: data.added, blockMs: await longestBlockMs() }
  }
  let nth = 0
  await within(blockMaxMs, async () => {
    nth += 1
    const asked = [
      [statementFile(nth, statementRows), 0, statementRows],
      [statementFile(nth, statementRows), 1, statementRows],
      [statementFile(nth, statementRows + 1), 1, 1],
    ] as const
    const blocks: number[] = []
    for (const [file, simpan, expected] of asked) {
      const { added, blockMs } = await uploaded(file, simpan)
      expect(added).toBe(expected)
      blocks.push(blockMs)
    }
    return Math.max(...blocks)
  })
})

/** A list of the maximum length: orders with references of the platform, orders with other references, and repeated orders. */
function sellersList(installation: string): string {
  const ends = ['Sukses', 'Gagal', 'Pending']
  const lines = Array.from({ length: sellerFileRowsMax - 1 }, (_, nth) => {
    const reference = nth % 3 > 0 ? `${installation}${nth}` : `ZZ${nth % 15_000}`
    return `${reference},0812${String(nth).padStart(8, '0')},${10_000 + nth},${ends[nth % ends.length]}`
  })
  return ['reference,number,price,status', ...lines].join('\n')
}

test("a seller's list of 20,000 orders does not block the event loop while it is compared", { timeout: 300_000 }, async () => {
  const [admin, seller] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.seller({ apiUrl: addressOf() })]
  const day = jakartaDayOf(new Date(Date.now() - 86_400_000))
  const { code } = await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const list = sellersList(code)
  await within(blockMaxMs, async () => {
    const form = new FormData()
    form.append('file', new Blob([list]), 'transaksi.csv')
    await longestBlockMs()
    const answer = await fetch(`${lapak.url}/api/admin/v1/reconciliation/seller/${seller.id}/${day}?simpan=0`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    })
    expect(await answer.json()).toMatchObject({ code: 'seller_file.foreign' })
    return longestBlockMs()
  })
})

/** Finished purchases, each a second older than the next. */
const storePurchases = (buyer: TestMember, seller: TestMember, product: bigint, count: number) =>
  sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, channel, created_at, updated_at,
      reffclient, product_code, target, serialnumber)
    select nextval('purchase_id'), ${buyer.id}, ${seller.id}, 1, ${product}, 1000 + n % 7, 1 + n % 2, 0,
      timestamptz '2025-03-01 00:00:00+07' + n * interval '1 second', timestamptz '2025-03-01 00:00:03+07' + n * interval '1 second',
      'L-' || n, 'LIST', '081234567890', 'R220513.1234.' || n
    from generate_series(1, ${count}::integer) n`.execute(app.tables)

test('a list of 10,000 rows and a file of 60,000 rows do not block the event loop, for every role [B-CONST-15]', {
  timeout: 600_000,
}, async () => {
  const [buyer, admin, seller] = [
    await app.member(),
    await app.member({ roles: ['ROLE_ADMIN'] }),
    await app.seller({ apiUrl: addressOf() }),
  ]
  const product = await app.product({ code: 'LIST' })
  await storePurchases(buyer, seller, product.id, 60_000)
  await app.setting('access.rowsPerHour', 10_000_000)
  const asked = [
    [buyer, '/api/v1/transactions/buyer?size=-1', 10_000],
    [seller, '/api/v1/seller/trx?size=-1', 10_000],
    [admin, '/api/admin/v1/transactions?size=10000', 10_000],
    [buyer, '/api/v1/transactions/buyer/download', 60_001],
    [seller, '/api/v1/seller/trx/download', 60_001],
  ] as const
  for (const [who, path, rows] of asked)
    await within(blockMaxMs, async () => {
      await longestBlockMs()
      const answer = await fetch(lapak.url + path, { headers: { authorization: `Bearer ${who.token}` } })
      const text = await answer.text()
      expect(answer.status, text.slice(0, 200)).toBe(200)
      const found = text.startsWith('{')
        ? (JSON.parse(text) as { data: { content: unknown[] } }).data.content.length
        : text.split('\r\n').length - 1
      expect(found, path).toBe(rows)
      return longestBlockMs()
    }).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`)
    })
})

/** Millions of cells, in one line or many, with and without a known header, and amounts with very many digits. */
const hostileTables = (heads: readonly string[]): Record<string, Buffer> => {
  const bytes = 3_900_000
  const bodies: Record<string, string> = {
    ...Object.fromEntries([',', ';', '\t', '|'].map((separator) => [`cells by ${JSON.stringify(separator)}`, separator.repeat(bytes)])),
    'quoted cells': '"",'.repeat(bytes / 3),
    'lines of one cell': 'x\n'.repeat(bytes / 2),
    'empty lines': '\n'.repeat(bytes),
    'lines of commas': `${','.repeat(9)}\n`.repeat(bytes / 10),
    digits: '9'.repeat(bytes),
    'rows of long sums': `'01/11,'X,'0000,"${'9'.repeat(250_000)}",CR,"${'9,999'.repeat(1_000)}"\r\n`.repeat(15),
  }
  const tried = nightly
    ? bodies
    : Object.fromEntries(['cells by ";"', 'digits', 'rows of long sums'].map((name) => [name, bodies[name] ?? '']))
  return Object.fromEntries(
    Object.entries<string>(tried).flatMap(([name, body]) => [
      [name, Buffer.from(body)],
      ...heads.map((head, nth) => [`${name} below head ${nth}`, Buffer.from(`${head}\r\n${body}`)] as const),
    ]),
  )
}

test('a table of millions of cells does not block the event loop or keep a thread busy, at any upload', { timeout: 900_000 }, async () => {
  const [admin, seller] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.seller({ apiUrl: addressOf() })]
  for (const name of ['statements.filesPerHour', 'offers.changesPerHour'] as const) await app.setting(name, settingDefaults[name].max)
  const day = jakartaDayOf(new Date(Date.now() - 86_400_000))
  const places: [TestMember, string, string[]][] = [
    [admin, '/api/admin/v1/bank/mutasi/file?bankcode=01&simpan=0', ['Tanggal,Keterangan,Cabang,Jumlah,,Saldo']],
    [seller, '/api/v1/seller/product/file?simpan=0', ['Kode produk;Kode suplier;Harga jual']],
    [admin, `/api/admin/v1/reconciliation/seller/${seller.id}/${day}?simpan=0`, ['reference,number,price,status']],
  ]
  for (const [who, path, heads] of places)
    for (const [name, bytes] of Object.entries(hostileTables(heads))) {
      const took: number[] = []
      await within(
        blockMaxMs,
        async () => {
          const form = new FormData()
          form.append('file', new Blob([new Uint8Array(bytes)]), 'tabel.csv')
          await longestBlockMs()
          const answer = await fetch(lapak.url + path, { method: 'POST', headers: { authorization: `Bearer ${who.token}` }, body: form })
          expect([400, 422], `${path} ${name} ${await answer.clone().text()}`).toContain(answer.status)
          await answer.text()
          const { busyMs, clockMs, allMs } = await lapak.longestBlock()
          took.push(Math.round(allMs))
          return nightly ? clockMs : busyMs
        },
        4,
      ).catch((error: Error) => {
        throw new Error(`${path} ${name}: ${error.message}`)
      })
      expect(Math.min(...took), `${path} ${name}, in processor time of all threads`).toBeLessThan(5_000)
    }
})
