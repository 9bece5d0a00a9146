import { type CodeMessage, type Content, type Email, sealOwner } from '#contexts/system/outbox/outbox.ts'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import type { TestApp } from './app.ts'

const cipher = createCipher(readConfig({ NODE_ENV: 'test' }).secretKey)

async function contentsFor({ db }: TestApp, destination: string): Promise<Content[]> {
  const rows = await db.read.selectFrom('outbox').select('content').where('destination', '=', destination).orderBy('id').execute()
  return rows.flatMap(({ content }) => (content === null ? [] : [JSON.parse(cipher.decrypt(content, sealOwner)) as Content]))
}

/** The e-mails sent to this address, oldest first. */
export async function emailsTo(app: TestApp, email: string): Promise<Email[]> {
  return (await contentsFor(app, email)).flatMap((content) => (content.kind === 'letter' ? [content.letter] : []))
}

/** The one-time codes sent to these E.164 digits or this address, oldest first. */
export async function codesTo(app: TestApp, destination: string): Promise<CodeMessage[]> {
  return (await contentsFor(app, destination)).flatMap((content) => (content.kind === 'code' ? [content.message] : []))
}

/** Waits for the nth e-mail with this subject; some are written by a job. */
export async function emailTo(app: TestApp, email: string, subject: string, nth = 1): Promise<Email> {
  const until = Date.now() + 60_000
  for (;;) {
    const message = (await emailsTo(app, email)).filter((one) => one.subject === subject)[nth - 1]
    if (message) return message
    if (Date.now() > until) throw new Error(`${email} has no letter ${nth} "${subject}"`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The token at the end of the link in an e-mail. */
export const tokenOf = (email: Email): string => email.action?.url.split('/').at(-1) ?? ''
