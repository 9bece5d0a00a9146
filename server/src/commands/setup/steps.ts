import { randomUUID } from 'node:crypto'
import { inviteAdministrator } from '#contexts/auth/access/administrators.ts'
import { previewStarter, seedCatalogue } from '#contexts/catalogue/catalogue/seed-catalogue.ts'
import { isOffered, listMethodsById, setUpAccount } from '#contexts/funds/top-ups/top-ups.ts'
import { countAdministrators } from '#contexts/system/approvals/approvals.ts'
import { type Audit, setupActor } from '#contexts/system/audit/audit.ts'
import { emailHtml, emailText } from '#contexts/system/outbox/email-layout.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import { readSetting } from '#contexts/system/settings/settings.queries.ts'
import { setUpSetting } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { createOutgoing } from '#http/outgoing.ts'
import { createMailer } from '#integrations/email/email.ts'
import { createWhatsapp, supportsTexts } from '#integrations/whatsapp/carriers.ts'
import type { Config } from '#shared/config.ts'
import { type Answers, accountNumber, administratorName, banks, basisPoints, email, phone } from './answers.ts'
import type { Asker } from './asker.ts'

/** `kept` was so before, `open` has to be done by somebody, `failed` was tried in vain. */
export type StepState = 'done' | 'kept' | 'open' | 'failed'

export interface StepResult {
  step: string
  state: StepState
  message: string
}

export interface SetupContext {
  db: Database
  audit: Audit
  config: Config
  outbox: Outbox | null
  answers: Answers
  asker: Asker
}

const reason = 'npm run setup'

/** Each step looks what is there, asks for what is missing, and can be repeated. */
export async function* runSteps(context: SetupContext): AsyncGenerator<StepResult> {
  yield* administrators(context)
  yield publicUrl(context)
  yield await mail(context)
  yield await whatsapp(context)
  yield* accounts(context)
  yield provider(context)
  yield await commission(context)
  yield await catalogue(context)
}

// — Administrators

/** Two, since approvals need two. */
const administratorsWanted = 2

async function* administrators(context: SetupContext): AsyncGenerator<StepResult> {
  const step = 'administrators'
  const { db, answers, asker } = context
  for (const wanted of answers.administrators) yield { step, ...(await invite(context, wanted)) }
  for (let count = await countAdministrators(db.read); count < administratorsWanted; count += 1) {
    const which = count === 0 ? 'first' : 'second'
    const address = await asker.ask(`E-mail of the ${which} administrator (empty: later)`, email)
    if (address === null) {
      const why = count === 0 ? 'nobody can sign in' : 'decisions about much money need two'
      return yield { step, state: 'open', message: `there is no ${which} administrator, and ${why}: npm run admin:create -- <e-mail>` }
    }
    const name = (await asker.ask('Name (empty: Administrator)', administratorName)) ?? 'Administrator'
    yield { step, ...(await invite(context, { email: address, name })) }
  }
  const count = await countAdministrators(db.read)
  if (count >= administratorsWanted && answers.administrators.length === 0)
    yield { step, state: 'kept', message: `${count} administrators` }
}

async function invite(
  { db, audit, config, outbox }: SetupContext,
  { email, name }: Answers['administrators'][number],
): Promise<Omit<StepResult, 'step'>> {
  const base = config.publicUrl.replace(/\/+$/, '')
  const mails = base === '' ? null : outbox
  const done = await inviteAdministrator({ db, audit, outbox: mails }, { email, name, promotes: false, base, reason, again: false })
  switch (done.outcome) {
    case 'invited':
    case 'invited_again':
      return {
        state: 'done',
        message:
          mails !== null && config.smtpUrl !== ''
            ? `${email} is invited by e-mail`
            : `${email} is invited; this link, shown once, sets the password: ${base === '' ? '<PUBLIC_URL>' : ''}${done.link}`,
      }
    case 'waiting':
      return { state: 'kept', message: `${email} is invited and has not chosen a password yet; npm run admin:create sends a new link` }
    case 'has_account':
      return { state: 'failed', message: `${email} is a member: npm run admin:create -- ${email} --promote` }
    case 'blocked':
      return { state: 'failed', message: `${email} is blocked` }
    default:
      return { state: 'kept', message: `${email} is an administrator` }
  }
}

// — Environment: only checked, since a program cannot set its own variables

function publicUrl({ config }: SetupContext): StepResult {
  const step = 'PUBLIC_URL'
  if (config.publicUrl === '')
    return { step, state: 'open', message: 'set PUBLIC_URL to the address that members open, such as https://lapak.example' }
  if (!config.publicUrl.startsWith('https:'))
    return { step, state: 'open', message: `PUBLIC_URL is ${config.publicUrl}: without https passwords travel readable` }
  return { step, state: 'kept', message: config.publicUrl }
}

async function mail({ config, answers, asker }: SetupContext): Promise<StepResult> {
  const step = 'e-mail'
  if (config.smtpUrl === '')
    return {
      step,
      state: 'open',
      message: 'set SMTP_URL=smtps://user:password@host and MAIL_FROM="Lapak <no-reply@your-domain>"; without them nobody can sign up',
    }
  const to = answers.testEmail ?? (await asker.ask('Send a test e-mail to (empty: none)', email))
  const mailer = createMailer({ url: config.smtpUrl, from: config.mailFrom })
  try {
    const result = to === null ? await mailer.check() : await mailer.send({ id: randomUUID(), to, ...rendered(testEmail) })
    if (result.kind !== 'sent') return { step, state: 'failed', message: `SMTP_URL: ${result.reason}` }
    return to === null
      ? { step, state: 'kept', message: 'the SMTP server accepts the sign-in' }
      : { step, state: 'done', message: `a test e-mail was sent to ${to}; look whether it arrives` }
  } finally {
    mailer.close()
  }
}

const testEmail: Email = {
  subject: 'Tes e-mail Lapak',
  bell: null,
  paragraphs: ['Ini tes dari pemasangan Lapak. Bila Anda membacanya di kotak masuk, e-mail sudah siap.'],
}

const rendered = (message: Email) => ({ subject: message.subject, text: emailText(message), html: emailHtml(message) })

async function whatsapp({ config, answers, asker }: SetupContext): Promise<StepResult> {
  const step = 'WhatsApp'
  const settings = config.whatsapp
  if (settings === null)
    return {
      step,
      state: 'open',
      message: 'set WHATSAPP (cloud or fonnte) and WHATSAPP_TOKEN; without them no member can verify a phone, and so none can top up',
    }
  const to = answers.testPhone ?? (await asker.ask('Send a test by WhatsApp to the number (empty: none)', phone))
  const outgoing = createOutgoing({ allowedHosts: config.allowedHosts })
  try {
    const sender = createWhatsapp(outgoing, settings)
    const send = (number: string) =>
      supportsTexts(settings)
        ? sender.sendText(number, 'Tes dari pemasangan Lapak: WhatsApp sudah siap.')
        : sender.sendCode(number, { code: '000000', use: 'tes pemasangan', minutes: 1 })
    const result = to === null ? await sender.check() : await send(to)
    if (result.kind !== 'sent') return { step, state: 'failed', message: result.reason }
    return to === null
      ? { step, state: 'kept', message: 'the provider accepts the credentials' }
      : { step, state: 'done', message: `a test was sent to ${to}; look whether it arrives` }
  } finally {
    await outgoing.close()
  }
}

function provider({ config }: SetupContext): StepResult {
  const step = 'payment provider'
  return config.gateway === null
    ? {
        step,
        state: 'kept',
        message:
          'none: members top up by transfer. GATEWAY=xendit, XENDIT_SECRET_KEY and XENDIT_CALLBACK_TOKEN add cards, QRIS and virtual accounts',
      }
    : { step, state: 'kept', message: 'Xendit; npm run doctor asks it for its balance' }
}

// — Money

async function* accounts(context: SetupContext): AsyncGenerator<StepResult> {
  const step = 'bank accounts'
  const { db, config, answers, asker } = context
  for (const account of answers.accounts) yield { step, ...(await addAccount(context, account)) }
  if ((await listMethodsById(db.read)).some((method) => isOffered(method, config.gateway !== null))) {
    if (answers.accounts.length === 0) yield { step, state: 'kept', message: 'members can top up' }
    return
  }
  const bank = await asker.choose('Bank of the account that members transfer to (empty: later)', banks)
  const number = bank && (await asker.ask('Number of the account', accountNumber))
  const owner = number && (await asker.ask('Name of its owner, as the bank has it', administratorName))
  if (bank && number && owner) yield { step, ...(await addAccount(context, { bank, number, owner })) }
  else yield { step, state: 'open', message: 'no bank account: members cannot top up. /admin/pengaturan?tab=metode, or run setup again' }
}

async function addAccount(
  { db, audit, outbox }: SetupContext,
  { bank, number, owner }: Answers['accounts'][number],
): Promise<Omit<StepResult, 'step'>> {
  const done = await setUpAccount({ db, audit, outbox }, { method: bank, accountno: number, accountname: owner, reason })
  if (done === 'done') return { state: 'done', message: `${bank} ••••${number.slice(-4)}, ${owner}` }
  if (done === 'kept') return { state: 'kept', message: `${bank} has an account; administrators change it at /admin/pengaturan?tab=metode` }
  return { state: 'failed', message: `there is no payment method ${bank}` }
}

async function commission({ db, audit, config, answers, asker }: SetupContext): Promise<StepResult> {
  const step = 'commission'
  const { version, value } = await readSetting(db.read, config, 'sale.feeBasisPoints')
  if (version !== 0n)
    return { step, state: 'kept', message: `${value} basis points of each sale; administrators change it at /admin/pengaturan` }
  const wanted =
    answers.commissionBasisPoints ?? (await asker.ask('Commission in basis points, 100 = 1 % of each sale (empty: later)', basisPoints))
  if (wanted === null)
    return { step, state: 'open', message: 'the platform keeps nothing of a sale: sale.feeBasisPoints at /admin/pengaturan' }
  await setUpSetting({ db, audit, config }, { name: 'sale.feeBasisPoints', value: wanted, reason })
  return { step, state: 'done', message: `${wanted} basis points of each sale` }
}

// — Catalogue

async function catalogue({ db, audit, answers, asker }: SetupContext): Promise<StepResult> {
  const step = 'catalogue'
  const missing = (await previewStarter(db.read)).categories
  if (missing.length === 0) return { step, state: 'kept', message: 'the starter catalogue is there' }
  // Who made a catalogue of its own is not asked.
  const isEmpty = (await db.read.selectFrom('category').select('id').executeTakeFirst()) === undefined
  if (!answers.catalogue && !isEmpty) return { step, state: 'kept', message: 'administrators keep it at /admin/products' }
  const question = 'Add categories, brands and products of Indonesia, without prices (empty: later)'
  if (!answers.catalogue && (await asker.choose(question, ['YES', 'NO'])) !== 'YES')
    return { step, state: 'open', message: 'the catalogue is empty: "Isi katalog awal" at /admin/products, or run setup again' }
  const added = await db.transaction((tx) => seedCatalogue(tx, { audit, by: setupActor }))
  return { step, state: 'done', message: `${added.categories} categories, ${added.brands} brands, ${added.products} products` }
}
