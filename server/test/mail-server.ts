import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** The URL for SMTP_URL, with the expected credentials. */
  url: string
  /** The accepted e-mails, oldest first, parsed as a mail program does. */
  mails: Email[]
  /** The recipients in the SMTP envelopes (RCPT TO). */
  recipients: string[]
  /** If set, a recipient is answered with this instead of being accepted. */
  answer: { code: number; text: string } | null
  close(): Promise<void>
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Email[] = []
  const recipients: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'lapak' && password === 'rahasia' ? done(null, { user: username }) : done(new Error('wrong')),
    onRcptTo({ address }, _, done) {
      const { answer } = mailServer
      if (answer) return done(Object.assign(new Error(answer.text), { responseCode: answer.code }))
      recipients.push(address)
      done()
    },
    async onData(stream, _, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      mails.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const bound = (listening.address() as AddressInfo).port
  const mailServer: MailServer = {
    url: `smtp://lapak:rahasia@127.0.0.1:${bound}`,
    mails,
    recipients,
    answer: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}
