import { readFile } from 'node:fs/promises'
import { getCACertificates } from 'node:tls'
import { type Client, client, xml } from '@xmpp/client'
import { type ArchiveFrom, type ArchivePage, keepAll, readArchive } from './archive.ts'
import { bareOf, type Element, messageTo, readMessage, receiptFor, type XmppMessage } from './stanzas.ts'

export { type ArchiveFrom, ArchiveGap, type ArchivePage } from './archive.ts'
export type { XmppMessage } from './stanzas.ts'

/** An account at an XMPP server. */
export interface XmppAccount {
  /** `name@domain`, without a resource. */
  jid: string
  password: string
}

export interface XmppServer {
  /** `xmpps://host:port`: TLS from the first byte. */
  url: string
  /** A file of certificates that are trusted in addition to those of Node; empty for none. */
  ca: string
}

/** The events of a connection. After the connection has ended, no event is emitted. */
export interface XmppEvents {
  message(message: XmppMessage): void
  /** The server has acknowledged the message with this id. */
  acked(id: string): void
  /** The message with this id could not be delivered to this JID. */
  bounced(from: string, id: string, why: string): void
  /** A contact asks to see the presence of this account. */
  subscribe(from: string): void
  /** Emitted once, whatever the reason for the end of the connection. */
  ended(why: string): void
}

export interface XmppConnection {
  /** Whether the server acknowledges messages. */
  readonly acknowledges: boolean
  /** Asks the server to archive all messages to this account, if the server supports this. */
  keepAll(): Promise<void>
  archive(from: ArchiveFrom): AsyncGenerator<ArchivePage>
  /** Sends presence. From then on, the server delivers messages to this connection. */
  announce(): Promise<void>
  send(message: { to: string; id: string; body: string }): Promise<void>
  receipt(to: string, id: string): Promise<void>
  subscribed(to: string): Promise<void>
  close(): Promise<void>
}

/** The name or the password is wrong: another attempt would only lock the account. */
export class NotAuthorized extends Error {}

/** In milliseconds. A server that is silent for this long counts as unreachable. */
const maxWaitMs = 15_000
const signOnMs = 30_000

/**
 * Logs in without sending presence. Each connection is a session of its own: messages that an earlier session did not deliver are read from the
 * archive.
 */
export async function connectXmpp(server: XmppServer, account: XmppAccount, resource: string, events: XmppEvents): Promise<XmppConnection> {
  const own = bareOf(account.jid)
  const connection = await overTls(server, account, resource)
  let over = false
  function end(why: string) {
    if (over) return
    over = true
    events.ended(why)
  }
  const unlessOver =
    <Values extends unknown[]>(listener: (...values: Values) => void) =>
    (...values: Values) => {
      if (!over) listener(...values)
    }
  let last = ''
  connection.on('error', (error: Error) => {
    last = stanzaErrorOf(error)
  })
  connection.on('disconnect', () => end(last || 'koneksi terputus'))
  connection.on(
    'stanza',
    unlessOver((element: Element) => hear(element, own, events)),
  )
  acksOf(connection).on(
    'ack',
    unlessOver((stanza: Element) => stanza.is('message') && stanza.attrs.id && events.acked(String(stanza.attrs.id))),
  )
  try {
    await signOn(connection, server)
    if (!connection.isSecure()) throw new Error('koneksi tanpa TLS')
  } catch (error) {
    over = true
    breakOff(connection)
    throw error
  }
  return {
    get acknowledges() {
      return connection.streamManagement.enabled
    },
    keepAll: () => keepAll(connection),
    archive: (from) => readArchive(connection, own, from),
    announce: () => connection.send(xml('presence')),
    send: ({ to, id, body }) => connection.send(messageTo(to, id, body)),
    receipt: (to, id) => connection.send(receiptFor(to, id)),
    subscribed: (to) => connection.send(xml('presence', { to, type: 'subscribed' })),
    async close() {
      over = true
      await Promise.race([connection.stop().catch(() => undefined), pause(2_000)])
      breakOff(connection)
    },
  }
}

/** Checks whether the account can log in, without sending presence. Returns null, or the error. */
export async function checkXmpp(server: XmppServer, account: XmppAccount): Promise<string | null> {
  const nothing = () => undefined
  try {
    const connection = await connectXmpp(server, account, `tes-${process.pid}`, {
      message: nothing,
      acked: nothing,
      bounced: nothing,
      subscribe: nothing,
      ended: nothing,
    })
    await connection.close()
    return null
  } catch (error) {
    return stanzaErrorOf(error)
  }
}

/** The text shown about a failed connection; it contains no secret. */
export function stanzaErrorOf(error: unknown): string {
  if (error instanceof NotAuthorized) return 'nama atau password ditolak'
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return ('condition' in error ? String(error.condition) : error.message).slice(0, 200)
}

/** The transport class of the library, reduced to the method that is needed here. */
type Transport = new () => { socketParameters(service: string): object | undefined }

/**
 * Connects with TLS only and with the additional certificates. The library would continue in clear text if a server offers no TLS, and it trusts only
 * Node's certificates.
 */
async function overTls({ url, ca }: XmppServer, { jid, password }: XmppAccount, resource: string): Promise<Client> {
  const [username = '', domain = ''] = bareOf(jid).split('@')
  const connection = client({ service: url, domain, username, password, resource, timeout: maxWaitMs } as Parameters<typeof client>[0])
  connection.reconnect.stop()
  const trusted = ca === '' ? undefined : [...getCACertificates('default'), await readFile(ca, 'utf8')]
  const { transports } = connection as unknown as { transports: Transport[] }
  const Tls = transports.find(({ prototype }) => prototype.socketParameters('xmpps://localhost') !== undefined)
  if (Tls === undefined) throw new Error('@xmpp/client has no transport by TLS')
  class OwnTls extends Tls {
    override socketParameters(service: string) {
      const place = super.socketParameters(service)
      return place && { ...place, servername: domain, ca: trusted }
    }
  }
  transports.splice(0, transports.length, OwnTls)
  return connection
}

const refusedForGood: ReadonlySet<string> = new Set(['not-authorized', 'account-disabled', 'credentials-expired', 'invalid-authzid'])

/**
 * A refused password leaves the stream open and is reported only by an event. The library's own `start` waits for `online` while it opens the stream.
 * If the server refuses the stream, the promise of `start` is rejected without a handler, which would end the process.
 */
async function signOn(connection: Client, { url }: XmppServer): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('server tidak menjawab')), signOnMs)
    connection.once('error', reject)
    connection.once('disconnect', () => reject(new Error('koneksi terputus')))
  })
  const online = new Promise<void>((resolve) => connection.once('online', () => resolve()))
  const opened = connection.connect(url).then(() => connection.open({ domain: connection.options.domain ?? '' }))
  opened.catch(() => undefined)
  ended.catch(() => undefined)
  try {
    await Promise.race([opened.then(() => online), ended])
  } catch (error) {
    if (error instanceof Error && 'condition' in error && refusedForGood.has(String(error.condition)))
      throw new NotAuthorized(String(error.condition))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function hear(element: Element, own: string, events: XmppEvents) {
  const { type, from = '', id } = element.attrs as { type?: string; from?: string; id?: string }
  if (element.is('presence') && type === 'subscribe') return events.subscribe(bareOf(from))
  if (!element.is('message')) return
  if (type === 'error' && id) return events.bounced(bareOf(from), id, element.getChild('error')?.getChildElements()[0]?.name ?? 'error')
  const message = readMessage(element, own)
  if (message !== null) events.message(message)
}

/** The library's types do not declare the event for acknowledgements. */
const acksOf = (connection: Client) =>
  connection.streamManagement as unknown as { on(event: 'ack', heard: (stanza: Element) => void): void }

/** Destroys the socket of the connection, which may never answer again. */
function breakOff(connection: Client) {
  const { socket } = connection as unknown as { socket: { socket?: { destroy(): void } | null } | null }
  socket?.socket?.destroy()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
