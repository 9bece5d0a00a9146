import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { client, xml } from '@xmpp/client'
import { expect, vi } from 'vitest'
import { type Prosody, type ProsodyOptions, startProsody, xmppDomain } from '../../tools/prosody.ts'
import type { TestApp, TestMember } from './app.ts'

/** A real XMPP server with the accounts of an instance, and members who write to it. */
export interface XmppInstance {
  prosody: Prosody
  bot: string
  /** Variables for a Lapak that uses this server. */
  environment: Record<string, string>
  /** A client with an account at the server, signed in. */
  person(name: string): Promise<Person>
  /** Stops the server, passes the stored messages of this account to `change`, one text each, and starts it again. */
  changeArchive(name: string, change: (kept: string[]) => string[]): Promise<void>
  stop(): Promise<void>
}

export interface Person {
  jid: string
  /** All messages that Lapak sent to this client, the oldest first. */
  readonly heard: string[]
  /** The ids of these messages. */
  readonly ids: string[]
  /** Sends a text message; waits until the client is signed in. */
  say(body: string, options?: { to?: string; id?: string }): Promise<void>
  /** Sends any element; waits until the client is signed in. */
  send(element: Element): Promise<void>
  /** Resolves when the server has received all sent messages. */
  flush(): Promise<void>
  /** Sends the text by another client program, go-sendxmpp. */
  sendByGo(body: string): Promise<void>
  /** Waits for a line with this start, and returns it. */
  hears(start: string | RegExp, after?: number): Promise<string>
  leave(): Promise<void>
}

type Element = ReturnType<typeof xml>

const run = promisify(execFile)
const password = 'sandi-uji'
/** A server that is starting may accept a connection and never answer it. */
const maxWaitMs = 12_000

export async function startXmppInstance(bots: readonly string[] = ['bot'], without: ProsodyOptions['without'] = []): Promise<XmppInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-xmpp-'))
  // The client hashes one round at a time; the default of ten thousand rounds took half of the time of these tests.
  const prosody = await startProsody({ folder, hibernationSeconds: 30, without, iterations: 64 })
  for (const name of bots) prosody.register(name, password)
  const people: Person[] = []
  const bot = `${bots[0]}@${xmppDomain}`
  return {
    prosody,
    bot,
    environment: {
      XMPP_URL: prosody.url,
      XMPP_CA: prosody.ca,
      XMPP_ACCOUNTS: bots.map((name) => `${name}@${xmppDomain}:${password}`).join(','),
    },
    async person(name) {
      prosody.register(name, password)
      const person = await signOn(prosody, name, bot)
      people.push(person)
      return person
    },
    async changeArchive(name, change) {
      await prosody.stop()
      const file = join(folder, 'data', 'localhost', 'archive', `${name}.list`)
      const kept = (await readFile(file, 'utf8')).split(/^(?=item\()/m)
      await writeFile(file, change(kept).join(''))
      await prosody.start()
    },
    async stop() {
      for (const person of people) await person.leave()
      await prosody.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Signs in again whenever its connection ends, as client programs do. The library's own reconnect hangs if a server stops during the sign-in. A
 * message that arrives twice under one id counts once, as clients show it.
 */
async function signOn(prosody: Prosody, name: string, bot: string): Promise<Person> {
  const jid = `${name}@${xmppDomain}`
  const ca = await readFile(prosody.ca, 'utf8')
  const heard: string[] = []
  const ids: string[] = []
  let left = false
  let connection: ReturnType<typeof client>

  async function connect(): Promise<void> {
    const own = client({
      service: prosody.url,
      domain: xmppDomain,
      username: name,
      password,
      resource: 'hp',
      timeout: maxWaitMs,
    } as Parameters<typeof client>[0])
    connection = own
    own.reconnect.stop()
    trust(own, ca)
    own.on('error', () => undefined)
    own.on('online', () => void own.send(xml('presence')).catch(() => undefined))
    own.on('stanza', (stanza: ReturnType<typeof xml>) => {
      const body = stanza.is('message') && stanza.attrs.type !== 'error' ? stanza.getChildText('body') : null
      if (body === null || body === '') return
      heard.push(body)
      ids.push(String(stanza.attrs.id))
    })
    const online = new Promise<void>((resolve) => own.once('online', () => resolve()))
    const ended = new Promise<void>((resolve) => own.once('disconnect', () => resolve()))
    void ended.then(again)
    // Not by the client's `start`, which leaves an unhandled rejection if a server that is starting refuses the stream.
    const signOn = own.connect(prosody.url).then(() => own.open({ domain: xmppDomain }))
    signOn.catch(() => undefined)
    const notOnline = Promise.race([ended, pause(maxWaitMs, undefined, { ref: false })]).then(() => Promise.reject(new Error('not online')))
    await Promise.race([signOn.then(() => online), notOnline])
  }

  async function again() {
    await pause(200)
    // A half-open connection is closed, which starts another attempt.
    if (!left) await connect().catch(() => connection.stop().catch(() => undefined))
  }

  async function send(element: Element) {
    await expect.poll(() => connection.status).toBe('online')
    await connection.send(element)
  }

  await connect()
  return {
    jid,
    heard,
    ids,
    async say(body, { to = bot, id = Math.random().toString(36).slice(2) } = {}) {
      await send(xml('message', { to, id, type: 'chat' }, xml('body', {}, body)))
    },
    send,
    async flush() {
      await connection.iqCaller.request(xml('iq', { type: 'get', to: xmppDomain }, xml('ping', 'urn:xmpp:ping')))
    },
    async sendByGo(body) {
      const child = run('go-sendxmpp', ['-u', jid, '-p', password, '-j', `127.0.0.1:${prosody.port}`, '-n', bot])
      child.child.stdin?.end(`${body}\n`)
      await child
    },
    async hears(start, after = 0) {
      const fits = (line: string) => (typeof start === 'string' ? line.startsWith(start) : start.test(line))
      await expect.poll(() => heard.slice(after).find(fits) ?? heard.slice(after)).toEqual(expect.any(String))
      return heard.slice(after).find(fits) ?? ''
    },
    async leave() {
      left = true
      await connection.stop().catch(() => undefined)
    },
  }
}

/** The library supports only Node's own certificates. */
function trust(connection: ReturnType<typeof client>, ca: string) {
  const { transports } = connection as unknown as { transports: (new () => { socketParameters(service: string): object | undefined })[] }
  const Tls = transports.find(({ prototype }) => prototype.socketParameters('xmpps://localhost') !== undefined)
  if (Tls === undefined) throw new Error('no TLS')
  class Trusting extends Tls {
    override socketParameters(service: string) {
      const place = super.socketParameters(service)
      return place && { ...place, servername: xmppDomain, ca }
    }
  }
  transports.splice(0, transports.length, Trusting)
}

/** Adds a Jabber ID as if the member had added it with a code: its first command verifies it. */
export async function mayOrder(
  app: TestApp,
  member: Pick<TestMember, 'id'>,
  jid: string,
  more: { enabled?: boolean; tells_all?: boolean; orders_since?: Date; verified_at?: Date } = {},
): Promise<bigint> {
  const { id } = await app.tables
    .insertInto('jabber_id')
    .values({ member_id: member.id, jid, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.lapak.refresh()
  return id
}

/** Waits until an account of the platform is online. */
export const botIsOnline = (app: TestApp, account: string) =>
  vi.waitFor(
    async () => {
      const bot = await app.tables.selectFrom('jabber_bot').select('state').where('account', '=', account).executeTakeFirst()
      expect(bot?.state).toBe('online')
    },
    { timeout: 30_000 },
  )
