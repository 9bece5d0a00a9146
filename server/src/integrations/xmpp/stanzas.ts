import { xml } from '@xmpp/client'

export type Element = ReturnType<typeof xml>

/** A message of somebody to this account, as it came in or as the archive has it. */
export interface XmppMessage {
  /** The server's own id of it; null where the server keeps no archive. */
  archiveId: string | null
  /** As its sender called it. */
  id: string | null
  /** Without the resource, in small letters. */
  from: string
  body: string
  /** When it was sent, where it was under way for longer; null is now. */
  sentAt: Date | null
  wantsReceipt: boolean
}

export const bareOf = (address: string): string => (address.split('/')[0] ?? '').toLowerCase()

/** Null for whatever is no message of a person to this account: reports, rooms, headlines, typing, copies of other devices. */
export function readMessage(element: Element, own: string): XmppMessage | null {
  const { type = 'normal', from = '', id } = element.attrs as { type?: string; from?: string; id?: string }
  if (!['chat', 'normal'].includes(type) || from === '' || bareOf(from) === own) return null
  if (element.getChild('sent', carbons) || element.getChild('received', carbons)) return null
  const body = element.getChildText('body')
  if (body === null || body.trim() === '') return null
  return {
    archiveId: archiveIdOf(element, own),
    id: id ?? null,
    from: bareOf(from),
    body,
    sentAt: oldestDelay(element, own),
    wantsReceipt: element.getChild('request', receipts) !== undefined,
  }
}

/** Only the id that our own server gave: it removes what others write there. */
function archiveIdOf(element: Element, own: string): string | null {
  const [given] = element.getChildren('stanza-id', 'urn:xmpp:sid:0').filter(({ attrs }) => bareOf(String(attrs.by ?? '')) === own)
  return given?.attrs.id ? String(given.attrs.id) : null
}

/** Of several the first time: our server adds one each time it keeps it. What a sender writes there says nothing. */
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

export const carbons = 'urn:xmpp:carbons:2'
export const receipts = 'urn:xmpp:receipts'

export const messageTo = (to: string, id: string, body: string): Element =>
  xml('message', { to, id, type: 'chat' }, xml('body', {}, body), xml('origin-id', { xmlns: 'urn:xmpp:sid:0', id }))

export const receiptFor = (to: string, id: string): Element =>
  xml('message', { to, type: 'chat' }, xml('received', { xmlns: receipts, id }), xml('no-store', { xmlns: 'urn:xmpp:hints' }))
