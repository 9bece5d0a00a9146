import { sql, type Updateable } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import type { Mail, Mailer } from '#integrations/email/email.ts'
import type { Whatsapp } from '#integrations/whatsapp/whatsapp.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import { emailHtml, emailText } from './email-layout.ts'
import { type CodeMessage, type Content, type Email, type Outbox, openContent } from './outbox.ts'

export interface TransportContext {
  db: Database
  cipher: Cipher
  outbox: Outbox
  /** Null when no carrier is configured. */
  mailer: Mailer | null
  whatsapp: Whatsapp | null
  production: boolean
  log: Log
}

/** Result of one attempt. Reasons are stored and logged, so they do not contain any content of the message. */
type Outcome = { kind: 'sent' } | { kind: 'kept' } | { kind: 'refused' | 'failed'; reason: string }

type Message = NonNullable<Awaited<ReturnType<typeof waitingMessage>>>

/**
 * Delivers one stored message. Throws when a later attempt may succeed, so that the job is repeated; `isFinalAttempt` is true for the last attempt. A message
 * that is no longer waiting is ignored, since the job may run twice. A message is sent twice, with the same message id, only if the process dies
 * between the carrier's acceptance and the update of the row.
 */
export function createMessageDeliverer(context: TransportContext) {
  const { db, cipher, log } = context
  return async function deliver(id: bigint, isFinalAttempt: boolean): Promise<void> {
    const message = await waitingMessage(db, id)
    if (message === undefined || message.content === null) return
    const content = openContent(cipher, message.content)
    const outcome = await tryToDeliver(context, message, content)
    switch (outcome.kind) {
      case 'sent':
        // The content may contain links and secrets, so it is deleted once a carrier has accepted it.
        await db.transaction((tx) => updateWaitingMessage(tx, id, { state: 'sent', content: null, error: null, sent_at: new Date() }))
        return
      case 'kept':
        await db.transaction((tx) => updateWaitingMessage(tx, id, { state: 'kept' }))
        return
      case 'refused':
        return giveUp(context, message, content, outcome.reason)
      case 'failed':
        if (isOutage(message, content)) return giveUp(context, message, content, outcome.reason)
        await db.transaction((tx) => updateWaitingMessage(tx, id, { error: outcome.reason, ...(isFinalAttempt && failedValues) }))
        if (isFinalAttempt) log.error({ outboxId: id.toString(), reason: outcome.reason }, 'message delivery failed permanently')
        throw new Error(outcome.reason)
    }
  }
}

const waitingMessage = (db: Database, id: bigint) =>
  db.read
    .selectFrom('outbox')
    .select(['id', 'member_id', 'carrier', 'destination', 'content', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

async function tryToDeliver({ mailer, whatsapp, production }: TransportContext, message: Message, content: Content): Promise<Outcome> {
  if (content.kind === 'code' && hasRunOut(message, content.message)) return { kind: 'refused', reason: 'the code has run out' }
  const undelivered: Outcome = production ? { kind: 'failed', reason: `no ${message.carrier} is configured` } : { kind: 'kept' }
  if (message.carrier === 'mail') return mailer?.send(mailOf(message, content)) ?? undelivered
  switch (content.kind) {
    case 'code':
      return whatsapp?.sendCode(message.destination, content.message) ?? undelivered
    case 'line':
      return whatsapp?.sendText(message.destination, content.line) ?? undelivered
    case 'letter':
      return { kind: 'refused', reason: 'letters do not go by whatsapp' }
  }
}

const ageOf = ({ created_at }: Message) => Date.now() - created_at.getTime()

const hasRunOut = (message: Message, { minutes }: CodeMessage) => ageOf(message) > minutes * 60_000

function mailOf({ id, destination, created_at }: Message, content: Content): Mail {
  const email = emailOf(content)
  const text = emailText(email)
  return { id: `${id}.${created_at.getTime()}`, to: destination, subject: email.subject, text, html: emailHtml(email) }
}

function emailOf(content: Content): Email {
  switch (content.kind) {
    case 'letter':
      return content.letter
    case 'code':
      return codeEmail(content.message)
    case 'line':
      return { subject: content.line, bell: null, paragraphs: [content.line] }
  }
}

/** The message is not sent again, so its content is deleted. */
const failedValues = { state: 'failed', content: null } as const

/** Updates a message that is still waiting. If several callers do this, only the first call returns true. */
async function updateWaitingMessage(tx: Tx, id: bigint, values: Updateable<DB['outbox']>): Promise<boolean> {
  const row = await tx
    .updateTable('outbox')
    .set({ ...values, tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const outageMs = 60_000

/**
 * Whether WhatsApp has failed for so long that a code is sent by e-mail before it expires. A code that verifies the phone number cannot be sent by
 * e-mail.
 */
const isOutage = (message: Message, content: Content) =>
  message.carrier === 'whatsapp' && content.kind === 'code' && !content.message.verifiesDestination && ageOf(message) > outageMs

/** A code that WhatsApp does not accept is sent once by e-mail, unless it verifies the phone number. */
async function giveUp({ db, outbox, log }: TransportContext, message: Message, content: Content, reason: string) {
  log.warn({ outboxId: message.id.toString(), reason }, 'message delivery given up')
  await db.transaction(async (tx) => {
    const first = await updateWaitingMessage(tx, message.id, { ...failedValues, error: reason })
    if (!first || message.carrier !== 'whatsapp' || message.member_id === null || content.kind !== 'code') return
    const minutes = Math.floor(content.message.minutes - ageOf(message) / 60_000)
    if (content.message.verifiesDestination || minutes < 1 || !outbox.canSend('mail')) return
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', message.member_id).executeTakeFirstOrThrow()
    await outbox.sendCode(tx, { memberId: message.member_id, channel: 'mail', destination: email }, { ...content.message, minutes })
  })
}

const codeEmail = ({ code, use, minutes }: CodeMessage): Email => ({
  subject: `Kode OTP untuk ${use}`,
  bell: null,
  paragraphs: [`Masukkan kode ini di Lapak untuk ${use}. Kode berlaku ${minutes} menit dan hanya bisa dipakai sekali.`],
  facts: [{ label: 'Kode OTP', value: code }],
  closing: [
    'Jangan berikan kode ini kepada siapa pun. Lapak dan petugasnya tidak pernah memintanya.',
    'Bila Anda tidak meminta kode ini, abaikan email ini dan ganti password Anda.',
  ],
})
