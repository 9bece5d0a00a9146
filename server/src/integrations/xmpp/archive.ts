import { randomBytes } from 'node:crypto'
import { type Client, xml } from '@xmpp/client'
import { bareOf, type Element, momentOf, readMessage, type XmppMessage } from './stanzas.ts'

/** Where reading the archive begins: after a message, or at a time. */
export type ArchiveFrom = { after: string } | { start: Date }

/** A page of the archive, oldest message first. */
export interface ArchivePage {
  received: XmppMessage[]
  /** The ids that this account gave to messages that it sent. */
  sent: string[]
  /** The archive id of the last message; null if the page is empty. */
  last: string | null
}

/** The archive no longer contains the message after which it should be read: the oldest message in it is newer. */
export class ArchiveGap extends Error {}

/**
 * Asks the server to archive all messages. Until they are asked, some servers archive only messages of known contacts, or no messages. Some servers
 * do not support this request.
 */
export async function keepAll(client: Client): Promise<void> {
  const preferences = xml('prefs', { xmlns: mam, default: 'always' }, xml('always'), xml('never'))
  await client.iqCaller.request(xml('iq', { type: 'set' }, preferences), 60_000).catch((error: unknown) => {
    if (!(error instanceof Error && 'condition' in error)) throw error
  })
}

const mam = 'urn:xmpp:mam:2'
const rsm = 'http://jabber.org/protocol/rsm'
const pageMax = 100

/** Reads page by page; throws `ArchiveGap` if the archive no longer contains the message after which it should be read. */
export async function* readArchive(client: Client, own: string, from: ArchiveFrom): AsyncGenerator<ArchivePage> {
  let at = from
  for (;;) {
    const page = await readPage(client, own, at)
    yield page
    if (page.complete || page.last === null) return
    at = 'start' in at ? { ...at, after: page.last } : { after: page.last }
  }
}

async function readPage(client: Client, own: string, from: ArchiveFrom): Promise<ArchivePage & { complete: boolean }> {
  const queryId = randomBytes(8).toString('hex')
  const page: ArchivePage = { received: [], sent: [], last: null }
  const collect = (element: Element) => take(element, own, queryId, page)
  client.on('stanza', collect)
  try {
    const answer = await client.iqCaller.request(question(queryId, from), 60_000)
    const fin = answer.getChild('fin', mam)
    const last = fin?.getChild('set', rsm)?.getChildText('last') ?? null
    return { ...page, last, complete: fin?.attrs.complete === 'true' }
  } catch (error) {
    if (error instanceof Error && 'condition' in error && error.condition === 'item-not-found') throw new ArchiveGap()
    throw error
  } finally {
    client.removeListener('stanza', collect)
  }
}

function question(queryid: string, from: ArchiveFrom): Element {
  const field = (name: string, value: string, type?: string) => xml('field', { var: name, type }, xml('value', {}, value))
  const form = xml(
    'x',
    { xmlns: 'jabber:x:data', type: 'submit' },
    field('FORM_TYPE', mam, 'hidden'),
    ...('start' in from ? [field('start', from.start.toISOString())] : []),
  )
  const after = 'after' in from ? [xml('after', {}, from.after)] : []
  return xml(
    'iq',
    { type: 'set' },
    xml('query', { xmlns: mam, queryid }, form, xml('set', { xmlns: rsm }, xml('max', {}, `${pageMax}`), ...after)),
  )
}

/** Accepts only results of this query, and only from our own server. */
function take(element: Element, own: string, queryId: string, page: ArchivePage) {
  const result = element.getChild('result', mam)
  const from = String(element.attrs.from ?? own)
  if (!result || result.attrs.queryid !== queryId || bareOf(from) !== own) return
  const forwarded = result.getChild('forwarded', 'urn:xmpp:forward:0')
  const message = forwarded?.getChild('message')
  if (!message) return
  if (bareOf(String(message.attrs.from ?? '')) === own) {
    if (message.attrs.id) page.sent.push(String(message.attrs.id))
    return
  }
  const read = readMessage(message, own)
  if (read === null) return
  const [kept] = momentOf(forwarded?.getChild('delay', 'urn:xmpp:delay')?.attrs.stamp)
  const sentAt = [...(read.sentAt ? [read.sentAt.getTime()] : []), ...(kept === undefined ? [] : [kept])]
  page.received.push({
    ...read,
    archiveId: String(result.attrs.id),
    sentAt: sentAt.length === 0 ? null : new Date(Math.min(...sentAt)),
  })
}
