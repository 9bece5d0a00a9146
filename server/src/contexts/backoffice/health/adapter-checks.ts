import { randomBytes } from 'node:crypto'
import type { AdapterName } from '@lapak/contract/backoffice/health'
import type { Outgoing } from '#http/outgoing.ts'
import { createMailer } from '#integrations/email/email.ts'
import { createNameInquiry } from '#integrations/name-inquiry/inquiries.ts'
import type { IdentityProviders } from '#integrations/oauth/oauth.ts'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import type { Answer, Disbursement, Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { createWhatsapp } from '#integrations/whatsapp/carriers.ts'
import { checkXmpp } from '#integrations/xmpp/xmpp.ts'
import type { Config } from '#shared/config.ts'

export interface AdapterDeps {
  config: Config
  outgoing: Outgoing
  gateway: Gateway | null
  disbursement: Disbursement | null
  identityProviders: IdentityProviders
  store: ObjectStore
}

/** Returns the error text of the adapter without contents of messages, or null if the provider answered and accepted our credentials. */
export type Check = () => Promise<string | null>

/** A reference that does not exist: a provider that accepts our credentials answers that it does not know the reference. */
const noReference = 'LAPAK-TES'

/**
 * A check of each adapter by a request that changes nothing at the provider. Null if the adapter is not configured, or if it only receives requests.
 */
export function checkOf(deps: AdapterDeps, name: AdapterName): Check | null {
  const { config, outgoing, gateway, disbursement, identityProviders, store } = deps
  switch (name) {
    case 'mail':
      return config.smtpUrl === '' ? null : () => checkMail(config)
    case 'whatsapp': {
      const whatsapp = config.whatsapp && createWhatsapp(outgoing, config.whatsapp)
      return whatsapp && (async () => wrongOf(await whatsapp.check()))
    }
    case 'gateway':
      return gateway && (async () => wrongOfAnswer(await gateway.getPaymentRequest('invoice', noReference)))
    case 'disbursement':
      return disbursement && (async () => wrongOfAnswer(await disbursement.getPayout(noPayout)))
    case 'nameinquiry':
      return createNameInquiry(outgoing, config)?.check ?? null
    case 'store':
      return () => checkStore(store)
    case 'google':
    case 'facebook':
      return identityProviders[name]?.check ?? null
    case 'jabber':
      return config.xmpp && (() => checkAccounts(config.xmpp))
    case 'bankfeed':
      return null
  }
}

/** Signs on to each XMPP account in addition to the working connection, without becoming visible to other users, and signs off. */
async function checkAccounts(xmpp: Config['xmpp']): Promise<string | null> {
  const wrong = await Promise.all(
    (xmpp?.accounts ?? []).map(async (account) => {
      const why = xmpp && (await checkXmpp(xmpp, account))
      return why === null ? [] : [`${account.jid}: ${why}`]
    }),
  )
  return wrong.flat().join('; ') || null
}

async function checkMail({ smtpUrl, mailFrom }: Config): Promise<string | null> {
  const mailer = createMailer({ url: smtpUrl, from: mailFrom })
  try {
    return wrongOf(await mailer.check())
  } finally {
    mailer.close()
  }
}

/** Stores a test file under a new name and removes it. */
async function checkStore(store: ObjectStore): Promise<string | null> {
  const content = randomBytes(16)
  const name = `private/tes-${content.toString('hex')}`
  try {
    await store.put(name, content, 'application/octet-stream')
    const kept = await store.get(name)
    await store.remove(name)
    return kept?.equals(content) ? null : 'yang disimpan tidak kembali sama'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const noPayout = { reference: noReference, bankCode: '01', accountNo: '0', accountName: '', amount: 0n, description: '' } as const

const wrongOf = (result: { kind: 'sent' } | { kind: 'refused' | 'failed'; reason: string }): string | null =>
  result.kind === 'sent' ? null : result.reason

const wrongOfAnswer = (answer: Answer<unknown>): string | null =>
  answer.kind === 'answer' || (answer.kind === 'refused' && answer.code === 'unknown') ? null : answer.message
