import { randomUUID } from 'node:crypto'
import type { NotificationKind } from '@lapak/contract/system/notifications'
import { type MemberNotification, notifyMembers, wantsNotification } from '#contexts/system/notifications/notifications.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Cipher } from '#shared/secrets.ts'
import { deliverMessageJob } from './outbox.jobs.ts'

/** The bell notification that belongs to an e-mail; title and text default to those of the e-mail. */
export interface Bell {
  kind: NotificationKind
  /** Path of the page that the notification opens. */
  link: string
  /**
   * Identifies the subject of the notification: the next e-mail with the same key updates the notification. Without a key, each e-mail has a
   * notification of its own.
   */
  key?: string
  title?: string
  text?: string
}

/** An e-mail as separate parts; text and HTML are made from them when it is sent. */
export interface Email {
  subject: string
  /** Null for e-mails without a notification, to recipients who are not signed in. */
  bell: Bell | null
  /** One string per paragraph. */
  paragraphs: string[]
  /** The main action, shown as a button and as a URL. */
  action?: { label: string; url: string }
  /** Values that the recipient should keep, such as a key and its secret. */
  facts?: { label: string; value: string }[]
  /** Paragraphs below the button. */
  closing?: string[]
}

/** Closing line of an e-mail about an action that an attacker would take. */
export const notYou = 'Bukan Anda? Segera ganti password dan hubungi admin.'

/** Closing line of an e-mail about access that lets a program act for the member. */
export const notYourProgram = 'Bukan Anda? Segera ganti password, hapus API key yang tidak Anda kenal, dan hubungi admin.'

/** Notification about an action that an attacker would take. */
export const securityBell = (link: string): Bell => ({ kind: 'security', link })

/** Notification about a decision of the platform on an account. */
export const accountBell = (link: string, key?: string): Bell => ({ kind: 'account', link, ...(key !== undefined && { key }) })

/** A one-time code; `use` completes "Kode … untuk <use>". */
export interface CodeMessage {
  code: string
  use: string
  minutes: number
  /** True if entering the code verifies the owner of the destination; then the code is never sent to another destination instead. */
  verifiesDestination: boolean
}

export type Content = { kind: 'letter'; letter: Email } | { kind: 'code'; message: CodeMessage } | { kind: 'line'; line: string }

export type Transport = 'mail' | 'whatsapp'

/**
 * E-mails and WhatsApp messages to people. A message is stored in the transaction of its cause and delivered by a job afterwards, so that the cause
 * and the message are committed together and no external service is called inside a transaction.
 */
export interface Outbox {
  /** The bell notification is always created; the e-mail is sent unless the member has switched off e-mails of this kind. */
  sendEmail(tx: Tx, to: { memberId: bigint | null; email: string }, message: Email): Promise<void>
  /** Sends a one-time code by WhatsApp (to a phone number in E.164 digits) or by e-mail. */
  sendCode(tx: Tx, to: { memberId: bigint; channel: 'whatsapp' | 'mail'; destination: string }, message: CodeMessage): Promise<void>
  /**
   * Sends a text by WhatsApp (to a phone number in E.164 digits), in addition to a more detailed e-mail. The text is not stored when no carrier can
   * deliver it, or when the member has switched off such texts.
   */
  sendText(tx: Tx, to: { memberId: bigint; phone: string }, kind: NotificationKind, line: string): Promise<void>
  /** Refuses a request whose only result is a message that nobody can deliver. Codes are refused by `sendCode`. */
  requireTransport(transport: Transport): void
  canSend(transport: Transport): boolean
}

/** Each change of an API key's permissions or of the callback sends an e-mail; all of them share one hourly limit. */
export const rateLimitSecurityEmail = ({ db, settings }: { db: Database; settings: Settings }, memberId: bigint): Promise<void> =>
  rateLimit(db, `api letter:${memberId}`, settings.get('messages.securityEmailsPerHour'), 3600)

export interface OutboxOptions {
  cipher: Cipher
  /** The transports that are not configured in production; a development outbox keeps their messages. */
  missing?: readonly Transport[]
  /** Whether this installation delivers texts other than codes by WhatsApp, or keeps them in the development outbox. */
  sendsWhatsappTexts: boolean
}

export function createOutbox({ cipher, missing = [], sendsWhatsappTexts }: OutboxOptions): Outbox {
  const canSend = (transport: Transport) => !missing.includes(transport)
  function requireTransport(transport: Transport) {
    if (!canSend(transport)) throw new Refusal(transport === 'mail' ? 'message.no_mail' : 'message.no_whatsapp')
  }

  async function store(
    tx: Tx,
    row: { memberId: bigint | null; transport: 'mail' | 'whatsapp'; destination: string; subject: string },
    content: Content,
  ) {
    const { id } = await tx
      .insertInto('outbox')
      .values({
        member_id: row.memberId,
        carrier: row.transport,
        destination: row.destination,
        subject: row.subject,
        content: cipher.encrypt(JSON.stringify(content), sealOwner),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, deliverMessageJob, { id })
  }

  return {
    async sendEmail(tx, { memberId, email }, message) {
      const { bell } = message
      if (memberId !== null && bell !== null) {
        notifyMembers(tx, notificationOf(memberId, message, bell))
        if (!(await wantsNotification(tx, memberId, bell.kind, 'mail'))) return
      }
      const content = { kind: 'letter', letter: { ...message, bell: null } } as const
      await store(tx, { memberId, transport: 'mail', destination: email, subject: message.subject }, content)
    },
    async sendCode(tx, { memberId, channel, destination }, message) {
      requireTransport(channel)
      await store(tx, { memberId, transport: channel, destination, subject: `Kode OTP untuk ${message.use}` }, { kind: 'code', message })
    },
    requireTransport,
    canSend,
    async sendText(tx, { memberId, phone }, kind, line) {
      if (sendsWhatsappTexts && (await wantsNotification(tx, memberId, kind, 'whatsapp')))
        await store(tx, { memberId, transport: 'whatsapp', destination: phone, subject: line }, { kind: 'line', line })
    },
  }
}

/** The bell notification of an e-mail; the greeting of the e-mail is left out. */
const notificationOf = (memberId: bigint, { subject, paragraphs }: Email, { kind, link, key, title, text }: Bell): MemberNotification => ({
  memberId,
  kind,
  link,
  key: key ?? `${kind} ${randomUUID()}`,
  title: title ?? subject,
  text: text ?? paragraphs.filter((paragraph) => !paragraph.startsWith('Halo ')).join(' '),
})

/** Messages are encrypted without an owner, since some are sent to e-mail addresses that do not belong to a member. */
export const sealOwner = 0n
export const messageContents = encryptedColumn({ table: 'outbox', column: 'content', id: 'id' })

export const openContent = (cipher: Cipher, encrypted: Buffer): Content => JSON.parse(cipher.decrypt(encrypted, sealOwner))

export { type LastDelivered, lastDelivered, type MessageBacklog, messageBacklog, waitingEmails } from './backlog.queries.ts'
