import { personName } from '@lapak/contract/shared/names'
import { emailPattern } from '@lapak/contract/shared/wire'
import { throttleProviderCode, unusablePasswordHash } from '#contexts/members/passwords/passwords.ts'
import type { TwoFactor } from '#contexts/members/two-factor/two-factor.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { IdentityProviders, Person, ProviderAnswer, ProviderName } from '#integrations/oauth/oauth.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import { type Account, findMemberByEmail, readMemberById } from './account.queries.ts'
import { providerLinkedEmail } from './emails.ts'
import { withFailureAudit } from './failed-sign-ins.ts'
import { insertMember, openAccount } from './new-member.ts'
import type { ClientInfo } from './sessions.ts'
import { completeFirstFactor, type SignInResult } from './sign-in.ts'

export interface SocialDeps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Outbox
  twoFactor: TwoFactor
  identityProviders: IdentityProviders
  settings: Settings
  log: Log
  publicUrl(): string
}

const titles = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<ProviderName, string>

/** Providers redirect the browser to this page of the web app, which sends the code to our server. */
export const providerRedirect = (publicUrl: string): string => `${publicUrl}/login`

/** Signs in with the code of a provider. The member is found by the subject, or the first time by the e-mail address that the provider verified. */
export function signInByProvider(deps: SocialDeps, name: ProviderName, answer: ProviderAnswer, client: ClientInfo): Promise<SignInResult> {
  return withFailureAudit(deps, { email: '', ...client }, () => byProvider(deps, name, answer, client))
}

async function byProvider(deps: SocialDeps, name: ProviderName, answer: ProviderAnswer, client: ClientInfo): Promise<SignInResult> {
  const person = await personOf(deps, name, answer, client.ipAddress)
  const unusable = await unusablePasswordHash()
  const member = await deps.db.transaction(async (tx) => {
    await lockCache(tx)
    return (await linkedMember(tx, name, person.subject)) ?? (await linkMember(tx, deps, name, person, unusable))
  })
  return completeFirstFactor(deps, member, name, client)
}

async function personOf(
  { db, identityProviders, log, publicUrl }: SocialDeps,
  name: ProviderName,
  answer: ProviderAnswer,
  ipAddress: string,
): Promise<Person> {
  const provider = identityProviders[name]
  if (provider === null) throw new Refusal('access.social_unset', { provider: titles[name] })
  const person = await throttleProviderCode(db, ipAddress, async () => {
    const result = await provider.personOf(answer, providerRedirect(publicUrl()))
    if (result.kind === 'person') return result.person
    log.warn({ provider: name, reason: result.reason }, 'sign-in provider returned no identity')
    return false
  })
  if (person === false) throw new Refusal('access.social_refused', { provider: titles[name] })
  return person
}

async function linkedMember(tx: Tx, provider: ProviderName, subject: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('social_identity')
    .select('member_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ? readMemberById(tx, row.member_id) : null
}

/**
 * Links a provider account that signs in for the first time: to the member with this e-mail address, or to a new member if there is none. Refused if
 * the member is activated and the provider does not host the address.
 */
async function linkMember(tx: Tx, deps: SocialDeps, provider: ProviderName, person: Person, unusable: string): Promise<Account> {
  const email = person.email?.trim().toLowerCase() ?? ''
  if (!emailPattern.test(email)) throw new Refusal('access.social_no_email', { provider: titles[provider] })
  const known = await findMemberByEmail(tx, email)
  // A person who could read the mailbox only once could also have opened the provider account, so an activated account requires an address that the
  // provider hosts.
  if (known?.activated && !person.isItsOwn) throw new Refusal('access.social_not_theirs')
  const chosen = { name: shownName(person.name, email), phone: null, passwordHash: unusable }
  const id = known?.id ?? (await insertMember(tx, deps.cipher, { ...chosen, email }))
  await tx.insertInto('social_identity').values({ provider, subject: person.subject, member_id: id }).execute()
  if (known?.activated)
    await deps.outbox.sendEmail(
      tx,
      { memberId: id, email: known.email },
      providerLinkedEmail(known.name, titles[provider], `${deps.publicUrl()}/forgot`),
    )
  // Without an activated account: any earlier sign-up with this address was never verified.
  else await openAccount(tx, deps, { id, email }, chosen)
  return readMemberById(tx, id)
}

/** Afterwards a sign-in with a provider finds the member by the verified e-mail address again, not by an earlier link. */
export async function unlinkProviders(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('social_identity').where('member_id', '=', memberId).execute()
}

/** Providers allow any name, but our names appear in lists and e-mails, so they have to follow the rule for entered names. */
function shownName(name: string, email: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const candidates = [plain, email.split('@')[0] ?? ''].map((text) => [...text].slice(0, nameMax).join(''))
  return candidates.map((text) => honestName.safeParse(text).data).find(Boolean) ?? unnamed
}

const nameMax = 100
const honestName = personName(nameMax)
/** Used if neither the name nor the e-mail address results in an acceptable name; the member can change it in the profile. */
const unnamed = 'Member Lapak'
