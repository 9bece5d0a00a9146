import { xml } from '@xmpp/client'

export type Element = ReturnType<typeof xml>

/** A message to this account, received directly or read from the archive. */
export interface XmppMessage {
  /** The server's own id of the message; null if the server has no archive. */
  archiveId: string | null
  /** The id that the sender gave to the message. */
  id: string | null
  /** The JID of the sender without the resource, in lower case. */
  from: string
  body: string
  /** The time of sending, if the delivery was delayed; null means now. */
  sentAt: Date | null
  wantsReceipt: boolean
}

export const bareOf = (address: string): string => (address.split('/')[0] ?? '').toLowerCase()

/** Null for everything that is not a message of a person to this account: errors, rooms, headlines, typing notifications, copies of other devices. */
export function readMessage(element: Element, own: string): XmppMessage | null {
  const { type = 'normal', from = '', id } = element.attrs as { type?: string; from?: string; id?: string }
  if (!['chat', 'normal'].includes(type) || from === '' || bareOf(from) === own) return null
  if (element.getChild('sent', carbonsNamespace) || element.getChild('received', carbonsNamespace)) return null
  const body = element.getChildText('body')
  if (body === null || body.trim() === '') return null
  return {
    archiveId: archiveIdOf(element, own),
    id: id ?? null,
    from: bareOf(from),
    body,
    sentAt: oldestDelay(element, own),
    wantsReceipt: element.getChild('request', receiptsNamespace) !== undefined,
  }
}

/** Accepts only ids of our own server, which removes ids that other parties write in its name. */
function archiveIdOf(element: Element, own: string): string | null {
  const [given] = element.getChildren('stanza-id', 'urn:xmpp:sid:0').filter(({ attrs }) => bareOf(String(attrs.by ?? '')) === own)
  return given?.attrs.id ? String(given.attrs.id) : null
}

/** The earliest time stamp: our server adds a time stamp each time it stores the message. Time stamps that a sender writes are ignored. */
function oldestDelay(element: Element, own: string): Date | null {
  const ours = [own, own.slice(own.indexOf('@') + 1)]
  const stamps = element
    .getChildren('delay', 'urn:xmpp:delay')
    .filter(({ attrs }) => ours.includes(bareOf(String(attrs.from ?? ''))))
    .flatMap(({ attrs }) => momentOf(attrs.stamp))
  return stamps.length === 0 ? null : new Date(Math.min(...stamps))
}

export function momentOf(text: unknown): number[] {
  const at = Date.parse(String(text))
  return Number.isNaN(at) ? [] : [at]
}

export const carbonsNamespace = 'urn:xmpp:carbons:2'
export const receiptsNamespace = 'urn:xmpp:receipts'

export const messageTo = (to: string, id: string, body: string): Element =>
  xml('message', { to, id, type: 'chat' }, xml('body', {}, body), xml('origin-id', { xmlns: 'urn:xmpp:sid:0', id }))

export const receiptFor = (to: string, id: string): Element =>
  xml('message', { to, type: 'chat' }, xml('received', { xmlns: receiptsNamespace, id }), xml('no-store', { xmlns: 'urn:xmpp:hints' }))
