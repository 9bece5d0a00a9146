/*
 * npm run admin:create -- <e-mail> [--name "<name>"] [--reason "<why>"] [--promote]: invites an administrator by a link that sets the password, or, with
 * --promote, makes a member that has an account one. Needs the database alone, that of DATABASE_URL or of the Lapak process running on DATA_DIR, which it
 * also migrates where `npm run serve` would. The link is mailed where SMTP_URL and SECRET_KEY are set, and printed otherwise. Recorded in the audit.
 * Exit code 1 if nothing could be done for this e-mail, 2 for a wrong usage or if the database cannot be used.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nameMin } from '@lapak/contract/auth/access'
import { linkMinutes } from '@lapak/contract/shared/mailed-links'
import { personName } from '@lapak/contract/shared/names'
import { emailPattern } from '@lapak/contract/shared/wire'
import { type Invited, inviteAdministrator } from '#contexts/auth/access/administrators.ts'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { prepareDatabase } from '#database.ts'
import { type Database, openDatabase } from '#db/db.ts'
import { type Config, ConfigError, readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { operatorOutbox } from './operator-outbox.ts'
import { readRunInfo } from './run-info.ts'

const usage = 'usage: DATABASE_URL=… npm run admin:create -- <e-mail> [--name "<name>"] [--reason "<why>"] [--promote]'

try {
  process.exitCode = await run()
} catch (error) {
  console.error(`admin:create: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}

interface Asked {
  email: string
  name: string
  reason: string
  promotes: boolean
}

async function run(): Promise<number> {
  const asked = readArguments()
  if (asked === null) return 2
  const config = readConfig(process.env)
  const running = await readRunInfo(resolve(config.dataDir))
  const databaseUrl = config.databaseUrl ?? running?.databaseUrl
  if (!databaseUrl) throw new ConfigError(`DATABASE_URL is not set, and no Lapak runs over ${resolve(config.dataDir)}\n${usage}`)
  await prepareDatabase({ databaseUrl, databaseOwnerUrl: config.databaseUrl ? config.databaseOwnerUrl : undefined })
  const db = await openDatabase({ url: databaseUrl, pool: 2, log: createLog('warn') })
  try {
    return await invite(db, config, asked, (config.publicUrl || running?.address) ?? '')
  } finally {
    await db.close()
  }
}

function readArguments(): Asked | null {
  const options = { name: { type: 'string' }, reason: { type: 'string' }, promote: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [email = '', ...more] = positionals.map((text) => text.trim())
  const name = personName(100)
    .min(nameMin)
    .safeParse(values.name ?? 'Administrator')
  const problem =
    more.length > 0 || email === ''
      ? 'one e-mail is needed'
      : !emailPattern.test(email) || email.length > 200
        ? `${email} is not an e-mail address`
        : name.success
          ? null
          : `--name: ${name.error.issues[0]?.message}`
  if (problem === null && name.success)
    return { email, name: name.data, reason: values.reason?.trim() || 'npm run admin:create', promotes: values.promote ?? false }
  console.error(`admin:create: ${problem}\n${usage}`)
  return null
}

async function invite(db: Database, config: Config, asked: Asked, address: string): Promise<number> {
  const outbox = await operatorOutbox(db, config)
  const base = address.replace(/\/+$/, '')
  const audit = createAudit({ db, log: createLog('warn') })
  // A link without an address leads nowhere.
  const done = await inviteAdministrator({ db, audit, outbox: base === '' ? null : outbox }, { ...asked, base, again: true })
  const isMailed = outbox !== null && base !== '' && config.smtpUrl !== ''
  for (const line of linesOf(done, asked.email, { isMailed, hasAddress: base !== '' })) console.log(line)
  return done.outcome === 'has_account' || done.outcome === 'blocked' ? 1 : 0
}

function linesOf(done: Invited, email: string, { isMailed, hasAddress }: { isMailed: boolean; hasAddress: boolean }): string[] {
  switch (done.outcome) {
    case 'promoted':
      return [`${email} is an administrator now.`]
    case 'already_administrator':
      return [`${email} is an administrator already; nothing was changed.`]
    case 'has_account':
      return [`${email} has an account. To make this member an administrator, add --promote.`]
    case 'blocked':
      return [`${email} is blocked; an administrator has to unblock the account first.`]
    case 'waiting':
      return [`${email} is invited already.`]
    default:
      return [
        done.outcome === 'invited' ? `${email} is invited as an administrator.` : `${email} gets a new link; the one before is void.`,
        ...(isMailed ? ['The link that sets the password was mailed.'] : linkLines(done.link, hasAddress)),
      ]
  }
}

function linkLines(link: string, hasAddress: boolean): string[] {
  return [
    `This link sets the password. It works once, for ${linkMinutes.activate / 60} hours, and is not shown again:`,
    hasAddress ? link : `<PUBLIC_URL>${link}`,
    'After the sign-in, the second factor asks for a code by e-mail, so SMTP_URL is needed by then.',
  ]
}
