import { createTransport } from 'nodemailer'

export interface Mail {
  /** Identifies the message: every attempt to send it has the same id, so that the receiver can recognize a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/**
 * `refused`: the recipient's address does not accept e-mail, so a retry would fail as well. `reason` is short and does not contain any text of the
 * message.
 */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; reason: string }

export interface Mailer {
  send(mail: Mail): Promise<MailResult>
  /** Logs in to the SMTP server without sending an e-mail. */
  check(): Promise<MailResult>
  close(): void
}

/** SMTP codes of permanent errors of the recipient: no such mailbox, not local, malformed address. */
const finalAnswers = new Set([550, 551, 553])

/** Sends e-mails by SMTP over a small pool of connections that are reused. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          // An object, because a string is parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { kind: 'sent' }
      } catch (error) {
        return resultOf(error)
      }
    },
    async check() {
      try {
        await transport.verify()
        return { kind: 'sent' }
      } catch (error) {
        return resultOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** The reason contains codes only: the SMTP server's own text may repeat addresses and contents. */
function resultOf(error: unknown): MailResult {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const reason = `mail ${typeof code === 'string' ? code : 'failed'}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`
  return { kind: code === 'EENVELOPE' && finalAnswers.has(Number(responseCode)) ? 'refused' : 'failed', reason }
}
