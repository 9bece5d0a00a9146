import { createTransport } from 'nodemailer'

export interface Mail {
  /** The same for every attempt to send a message, so that the receiver can recognize a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** `reason` is short and contains nothing of the message. `refused`: this address accepts no mail, now or later. */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; reason: string }

export interface Mailer {
  send(mail: Mail): Promise<MailResult>
  /** Logs in to the server without sending an e-mail. */
  check(): Promise<MailResult>
  close(): void
}

/** Permanent answers about the recipient: no such mailbox, not local, malformed. */
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

/** Contains codes only: the server's own text may repeat addresses and contents. */
function resultOf(error: unknown): MailResult {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const reason = `mail ${typeof code === 'string' ? code : 'failed'}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`
  return { kind: code === 'EENVELOPE' && finalAnswers.has(Number(responseCode)) ? 'refused' : 'failed', reason }
}
