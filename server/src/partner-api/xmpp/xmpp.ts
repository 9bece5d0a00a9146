import { jabberCommands, jabberOptions, jabberResultsPerSecond, jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { resultCodes } from '@lapak/contract/shared/result-codes'
import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import { deliverResult, type WaitingResult, waitingResults, xmppChannel } from '#contexts/partners/jabber/jabber.ts'
import type { Database } from '#db/db.ts'
import { connectXmpp, type XmppAccount, type XmppServer } from '#integrations/xmpp/xmpp.ts'
import { startLeaderLock } from '#jobs/leader-lock.ts'
import { type PollingLoop, startLoop } from '#jobs/polling-loop.ts'
import type { ChannelAdapter } from '#partner-api/channel-adapter.ts'
import type { Log } from '#shared/log.ts'
import { type Bot, type BotDeps, startBot } from './bot.ts'
import { orderText } from './messages.ts'

// — Guide

const commandRows = jabberCommands.map(({ form, about }) => `| \`${form}\` | ${about} |`).join('\n')
const optionRows = jabberOptions.map(({ form, about }) => `| \`${form}\` | ${about} |`).join('\n')

const xmppGuide = `
# Jabber

Kirim pesan ke salah satu alamat di **Profile > JabberID**, dari alamat Jabber yang Anda daftarkan di sana. \`key\` adalah secret
dari API key pertama Anda, atau kunci Jabber bila Anda membuatnya di tab yang sama; setelah itu secret API tidak diterima di Jabber.

| perintah | arti |
|---|---|
${commandRows}

Di belakang \`trx\` dan \`bayar\`, dipisah spasi:

| tambahan | arti |
|---|---|
${optionRows}

Jawabannya satu baris:

\`\`\`
TRX S10.081234567890 SEDANG DIPROSES. Hrg: 10.250. Saldo: 489.750. R#INV-0001
TRX S10.081234567890 SUKSES. SN: 2301998877. Hrg: 10.250. Saldo: 489.750. R#INV-0001
TRX S10.081234567890 GAGAL. ${resultCodes['54'].meaning}. Saldo: 500.000. R#INV-0001
Mohon tunggu, status belum diketahui: Sistem sibuk. R#INV-0001
TIDAK ADA transaksi. R#INV-0002
SALDO Toko Maju: 489.750
\`\`\`

Hasil akhir dan pembatalan setelah sukses dikirim tanpa diminta, ke alamat yang memesan;
alamat yang dikabari semua transaksi mendapat paling banyak ${60 * jabberResultsPerSecond} hasil per menit dari pesanan lewat jalan lain. \`idtrx\` adalah \`reffclient\` di pintu lain:
pesan yang sama dengan \`idtrx\` yang sama tidak pernah dibeli dua kali. Titik boleh ada di dalam nomor tujuan, tidak di dalam \`idtrx\`.
Satu pesan berisi satu perintah, tanpa kata lain di belakang key.
Pesanan yang terlambat lebih dari ${settingDefaults['jabber.orderMinutes'].default} menit ditolak. Satu alamat mengirim paling banyak
${settingDefaults['jabber.commandsPerMinute'].default} perintah per menit; setelah ${jabberWrongKeysMax} kunci salah, alamat itu tidak dijawab selama satu jam.
Key yang meminta \`time\` tidak diterima di Jabber, karena pesan bisa dibaca ulang; buatlah kunci Jabber.
`.trim()

// — Xmpp

/** Orders by chat. No HTTP calls: accounts of the platform connect to an XMPP server (`startXmpp`). */
export const xmppChannelAdapter: ChannelAdapter = { channel: orderChannels.jabber, guide: xmppGuide }

export interface XmppChannelDeps extends Omit<BotDeps, 'leaderLock' | 'connect' | 'platformAccounts'> {
  purchases: Purchases
  xmpp: XmppServer & { accounts: readonly XmppAccount[] }
  databaseUrl: string
}

/** A constant resource, so that the server delivers messages unacknowledged by a dead session to the next one. */
const resource = 'lapak'

/** Each account is served by one process; when that ends, another one takes over. */
export async function startXmpp(deps: XmppChannelDeps): Promise<{ stop(): Promise<void> }> {
  const { db, xmpp, databaseUrl, log } = deps
  const bots: Bot[] = []
  const leaderLock = await startLeaderLock(databaseUrl, log, () => {
    for (const bot of bots) bot.drop()
  })
  const platformAccounts = new Set(xmpp.accounts.map(({ jid }) => jid))
  const connect: BotDeps['connect'] = (account, events) => connectXmpp(xmpp, account, resource, events)
  for (const account of xmpp.accounts) bots.push(startBot({ ...deps, leaderLock, platformAccounts, connect }, account))
  const results = startResults(
    deps,
    xmpp.accounts.map(({ jid }) => jid),
  )
  await db.listen(xmppChannel, () => {
    results.wake()
    for (const bot of bots) bot.wake()
  })
  return {
    async stop() {
      await results.stop()
      await Promise.all(bots.map((bot) => bot.stop()))
      await leaderLock.close()
    },
  }
}

// — Results

interface ResultDeps {
  db: Database
  catalogue: CatalogueSnapshot
  purchases: Purchases
  log: Log
}

/** Creates messages about purchases that became final or were corrected. They are sent by the account that the member last wrote to. */
const startResults = (deps: ResultDeps, accounts: readonly string[]): PollingLoop =>
  startLoop({
    name: 'results by Jabber',
    everyMs: 2_000,
    log: deps.log,
    async tick() {
      const results = await waitingResults(deps.db)
      for (const result of results) await say(deps, result, accounts)
      return results.length > 0
    },
  })

async function say({ db, catalogue, purchases }: ResultDeps, result: WaitingResult, accounts: readonly string[]): Promise<void> {
  const served = catalogue.tradingProfiles.get(result.memberId)?.active ? result.hearers : []
  const known = served.length === 0 ? null : await purchases.find(result.memberId, result.reffclient)
  const [first = ''] = accounts
  const to = served.map(({ jid, account }) => ({ jid, account: account !== null && accounts.includes(account) ? account : first }))
  const message = known && known.view.transactionrc !== 0 ? { purchase: known.view, body: orderText(known), to } : null
  await db.transaction((tx) => deliverResult(tx, result, message))
}
