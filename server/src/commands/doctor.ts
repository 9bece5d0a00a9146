/*
 * npm run doctor [-- --json] [--send-test <e-mail>]: checks the installation, one line each, and says what to do; the same list is at /admin/kesehatan.
 * It sends nothing, but for a test e-mail where asked. Uses the environment of Lapak, and the database of DATABASE_URL or of the Lapak process running on
 * DATA_DIR. Exit code 1 if a check fails, 2 for a wrong usage or a configuration that Lapak would refuse.
 */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { emailPattern } from '@lapak/contract/shared/wire'
import { type DoctorDeps, examine, type Finding } from '#contexts/backoffice/doctor/doctor.ts'
import { createOutbox } from '#contexts/system/outbox/outbox.ts'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { checkDatabase } from '#db/database-ready.ts'
import { openDatabase } from '#db/db.ts'
import { refuseMissingKeys } from '#db/encrypted-columns.ts'
import { encryptedColumns } from '#encrypted-columns.ts'
import { createOutgoing } from '#http/outgoing.ts'
import { createMailer } from '#integrations/email/email.ts'
import { createIdentityProviders } from '#integrations/oauth/oauth.ts'
import { createObjectStore } from '#integrations/object-storage/object-storage.ts'
import { createProviders } from '#integrations/payment-gateway/providers.ts'
import { type Config, ConfigError, missingTransports, readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { createCipher } from '#shared/secrets.ts'
import { readRunInfo } from './run-info.ts'

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, 'send-test': { type: 'string' } } })
  const to = values['send-test']
  if (to !== undefined && !emailPattern.test(to)) throw new ConfigError(`--send-test: ${to} is not an e-mail address`)
  const config = readConfig(process.env)
  const url = config.databaseUrl ?? (await readRunInfo(resolve(config.dataDir)))?.databaseUrl
  if (!url) throw new ConfigError(`DATABASE_URL is not set, and no Lapak runs over ${config.dataDir}`)
  const found = await examineAll(config, url, to)
  const failed = found.some(({ state }) => state === 'fail')
  if (values.json)
    console.log(JSON.stringify({ ok: !failed, checks: found.map(({ name, state, en }) => ({ name, state, message: en })) }, null, 2))
  else for (const { name, state, en } of found) console.log(`${state.padEnd(4)} ${name.padEnd(11)} ${en}`)
  return failed ? 1 : 0
}

async function examineAll(config: Config, url: string, to: string | undefined) {
  const log = createLog('silent')
  const cipher = createCipher(config.secretKey, config.formerSecretKeys)
  const outgoing = createOutgoing({ allowedHosts: config.allowedHosts })
  // It writes nothing, and works on a standby or while a restore waits for confirmation.
  const db = await openDatabase({ url, pool: 3, onlyReads: true, log })
  const settings = createSettings(config)
  const deps: DoctorDeps = {
    config,
    db,
    settings,
    outbox: createOutbox({ cipher, missing: missingTransports(config), sendsWhatsappTexts: false }),
    outgoing,
    ...createProviders(outgoing, config),
    identityProviders: createIdentityProviders(outgoing, config),
    store: createObjectStore({ folder: resolve(config.dataDir, 'uploads'), s3: config.s3 }),
    openSecrets: () => refuseMissingKeys(db, cipher, encryptedColumns),
  }
  try {
    for (const row of await settings.cached.readSince(db.read, -1n).catch(() => [])) settings.cached.apply(row)
    return await examine(deps, {
      // A reason that an operator can act on, where the server cannot be reached at all.
      pooler: async () => {
        await checkDatabase(url)
        return { state: 'ok', en: 'no pooler that drops settings', id: '' }
      },
      ...(to !== undefined && { mail: () => sendTest(config, to) }),
    })
  } finally {
    await db.close()
    await outgoing.close()
  }
}

async function sendTest({ smtpUrl, mailFrom }: Config, to: string): Promise<Finding> {
  if (smtpUrl === '') return { state: 'fail', en: 'SMTP_URL is not set, so no test was sent', id: '' }
  const mailer = createMailer({ url: smtpUrl, from: mailFrom })
  try {
    const text = 'Ini tes dari npm run doctor. Bila Anda membacanya di kotak masuk, e-mail sudah siap.'
    const sent = await mailer.send({ id: randomUUID(), to, subject: 'Tes e-mail Lapak', text, html: `<p>${text}</p>` })
    return sent.kind === 'sent'
      ? { state: 'ok', en: `a test was sent to ${to}; look whether it arrives`, id: '' }
      : { state: 'fail', en: sent.reason, id: '' }
  } finally {
    mailer.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(`doctor: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
