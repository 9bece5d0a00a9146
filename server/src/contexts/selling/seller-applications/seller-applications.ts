import type { User } from '@lapak/contract/auth/access'
import type { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { BodyOf } from '@lapak/contract/shared/call'
import { applyToSell, lockCompleteMember, mayContinueSelling, offerDocuments, readProfile } from '#contexts/members/members/members.ts'
import { refuseNameOfOther } from '#contexts/members/shop-names/shop-names.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { hasAcceptedTerms } from '#contexts/system/terms/terms.ts'
import type { OwnPicture, Uploads } from '#contexts/system/uploads/uploads.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { storeDocuments } from './documents.ts'
import { publishToAdministrators } from './seller-applications.events.ts'

export { startSelling, stopSelling } from './begin-and-end.ts'
export { madeSellerEmail } from './emails.ts'

export interface SellerApplicationDeps {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  uploads: Pick<Uploads, 'ownPrivate' | 'signedUrl'>
  /** Base URL of the web app, without a slash at the end. */
  publicUrl(): string
}

type Documents = BodyOf<typeof sellerApplicationCalls.sendDocuments>

/**
 * Documents that are sent again while an application waits replace those under review. A seller may send replacements too. All documents are kept.
 */
export async function sendDocuments(deps: SellerApplicationDeps, by: Caller, asked: Documents): Promise<User> {
  const { db, audit } = deps
  const { memberId } = by
  const ktp = await ownCard(deps, memberId, 'ktp', asked.ktp)
  const npwp = asked.npwp ? await ownCard(deps, memberId, 'npwp', asked.npwp) : null
  await db.transaction(async (tx) => {
    await lockCache(tx)
    await mayApply(tx, memberId)
    const documents = { ktp: ktp.url, npwp: npwp?.url ?? null }
    await storeDocuments(tx, memberId, documents)
    const sells = await mayContinueSelling(tx, memberId)
    await (sells ? offerDocuments(tx, memberId) : applyToSell(tx, memberId, documents))
    const after = { ktp: ktp.id, npwp: npwp?.id ?? null }
    await audit.record(tx, { event: 'seller_application.sent', by, subject: memberId, after })
    const { name } = await tx.selectFrom('member').select('name').where('id', '=', memberId).executeTakeFirstOrThrow()
    notifyAdmins(tx, {
      kind: 'waiting',
      key: `application ${memberId}`,
      title: sells ? 'Dokumen pengganti menunggu' : 'Pengajuan suplier menunggu',
      text: sells ? `Suplier ${name} mengirim dokumen pengganti.` : `${name} mengirim dokumen untuk menjadi suplier.`,
      link: '/usermanagement?tab=pengajuan',
    })
    await publishToAdministrators(tx)
  })
  return readProfile(deps, by)
}

/** Refuses a picture that is not the member's own, or that is public. */
const ownCard = ({ uploads }: SellerApplicationDeps, memberId: bigint, field: string, address: string): Promise<OwnPicture> =>
  uploads.ownPrivate(memberId, address).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(error.code as 'upload.unknown', {}, { field }) : error
  })

async function mayApply(tx: Tx, memberId: bigint) {
  await lockCompleteMember(tx, memberId)
  if (!(await hasAcceptedTerms(tx, memberId))) throw new Refusal('account.terms_needed')
  const { name } = await tx.selectFrom('member').select('name').where('id', '=', memberId).executeTakeFirstOrThrow()
  // Checked when the documents are sent, so that an administrator does not review an application that cannot be approved.
  await refuseNameOfOther(tx, memberId, name)
}

export { countWaiting } from './seller-applications.queries.ts'
