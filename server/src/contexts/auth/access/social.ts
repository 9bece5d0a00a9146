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
import { type Account, findMember, readMember } from './account.queries.ts'
import { providerLinkedEmail } from './emails.ts'
import { notingFailure } from './failed-sign-ins.ts'
import { insertMember, openAccount } from './new-member.ts'
import type { Origin } from './sessions.ts'
import { type Entry, enter } from './sign-in.ts'

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

/** Providers redirect the browser to this page, which sends us the code. */
export const providerRedirect = (publicUrl: string): string => `${publicUrl}/login`

/** Signs in by the provider's answer to this code: by its subject, or the first time by the address that the provider verified. */
export function signInByProvider(deps: SocialDeps, name: ProviderName, answer: ProviderAnswer, origin: Origin): Promise<Entry> {
  return notingFailure(deps, { email: '', ...origin }, () => byProvider(deps, name, answer, origin))
}

async function byProvider(deps: SocialDeps, name: ProviderName, answer: ProviderAnswer, origin: Origin): Promise<Entry> {
  const person = await personOf(deps, name, answer, origin.address)
  const unusable = await unusablePasswordHash()
  const member = await deps.db.transaction(async (tx) => {
    await lockCache(tx)
    return (await linkedMember(tx, name, person.subject)) ?? (await linkMember(tx, deps, name, person, unusable))
  })
  return enter(deps, member, name, origin)
}

async function personOf(
  { db, identityProviders, log, publicUrl }: SocialDeps,
  name: ProviderName,
  answer: ProviderAnswer,
  address: string,
): Promise<Person> {
  const provider = identityProviders[name]
  if (provider === null) throw new Refusal('access.social_unset', { provider: titles[name] })
  const person = await throttleProviderCode(db, address, async () => {
    const result = await provider.personOf(answer, providerRedirect(publicUrl()))
    if (result.kind === 'person') return result.person
    log.warn({ provider: name, reason: result.reason }, 'a provider did not say who signs in')
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
  return row ? readMember(tx, row.member_id) : null
}

/** The first time: links to the member of this address if the provider hosts the address, or else to a new member. */
async function linkMember(tx: Tx, deps: SocialDeps, provider: ProviderName, person: Person, unusable: string): Promise<Account> {
  const email = person.email?.trim().toLowerCase() ?? ''
  if (!emailPattern.test(email)) throw new Refusal('access.social_no_email', { provider: titles[provider] })
  const known = await findMember(tx, email)
  // An activated account does not open for a person who may have read its mail only once.
  if (known?.activated && !person.isItsOwn) throw new Refusal('access.social_not_theirs')
  const chosen = { name: shownName(person.name, email), phone: null, passwordHash: unusable }
  const id = known?.id ?? (await insertMember(tx, deps.cipher, { ...chosen, email }))
  await tx.insertInto('social_identity').values({ provider, subject: person.subject, member_id: id }).execute()
  if (known?.activated)
    await deps.outbox.mail(
      tx,
      { memberId: id, email: known.email },
      providerLinkedEmail(known.name, titles[provider], `${deps.publicUrl()}/forgot`),
    )
  // The earlier sign-up with this address was never verified.
  else await openAccount(tx, deps, { id, email }, chosen)
  return readMember(tx, id)
}

/** From then on the address that a provider verifies decides again, not an earlier link. */
export async function unlinkProviders(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('social_identity').where('member_id', '=', memberId).execute()
}

/** Providers allow any name; ours appear in lists and e-mails, so they follow the same rule as typed names. */
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
/** Used if neither the name nor the address gives an acceptable name; the member can change it in the profile. */
const unnamed = 'Member Lapak'
