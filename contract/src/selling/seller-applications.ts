import { z } from 'zod'
import { user } from '../auth/access.ts'
import { call } from '../shared/call.ts'
import { filter, flag, moment, pageOf, pageQuery, pageSizeMax, plainText, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** How far a member has come on the way to selling: `adminconfirmation`. 0 is 1 that has never been sent. */
export const approvalLevels = { documents: 1, waiting: 2, approved: 3 } as const

/** The address of an own private upload, as it was shown. */
const picture = plainText(300)

const application = z.object({
  memberid: rowId,
  membername: z.string(),
  memberemail: z.string(),
  memberstatus: z.int(),
  /** Whether the address was activated. */
  confm: flag,
  createat: moment,
  updateat: moment,
  adminconfirmation: z.int(),
  /** When the documents were sent last, or, while they wait, the name or address changed. */
  sentat: moment.nullable(),
})
export type SellerApplication = z.output<typeof application>

const applicationInFull = application.extend({
  memberphone: z.string().nullable(),
  memberaddress: z.string().nullable(),
  location: z.string().nullable(),
  /** Addresses for whoever asks, which hold for ten minutes; each look at them is in the audit. Null where nothing was sent, or without a fresh proof. */
  memberktp: z.string().nullable(),
  membernpwp: z.string().nullable(),
  /** Without a fresh proof no picture is shown, of this application and of earlier ones. */
  fototerkunci: z.boolean(),
  /** Why it was rejected last. */
  reason: z.string().nullable(),
  /** What was sent before, the newest first, at most ten. */
  sebelumnya: z.array(z.object({ sentat: moment, memberktp: z.string().nullable(), membernpwp: z.string().nullable() })),
  /** Whoever reads this is the applicant, and may not decide. */
  own: z.boolean(),
  /** It has the role: what waits are documents that are to replace those it was approved by. */
  sells: z.boolean(),
})
export type SellerApplicationInFull = z.output<typeof applicationInFull>

const applicationQuery = z.object(
  pageQuery(
    ['memberid', 'membername', 'memberemail', 'createat', 'updateat', 'sentat'],
    {
      search: filter(plainText(100)),
      /** Those that wait, where nothing is said; 1 those that were rejected, 3 those that were approved. */
      adminconfirmation: filter(z.enum(['1', '2', '3']).transform(Number)),
    },
    { all: 10, max: pageSizeMax },
  ),
)
export type SellerApplicationQuery = z.output<typeof applicationQuery>

/** `sentat` of what was looked at: what was sent or changed since is not decided unseen. Who says nothing decides about what there is. */
const seen = moment.nullable().optional()

export const sellerApplicationCalls = {
  sendDocuments: call('POST', '/api/v1/seller/document', {
    summary:
      'Apply to sell with the pictures of identity card and, where there is one, tax card; sent again the newest ones are looked at. A seller replaces its own by them once they are approved',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    // Administrators look at each by hand.
    limit: { setting: 'sellerApplications.sendsPerHour', seconds: 3600 },
    body: z.object({ ktp: picture.min(1, 'Unggah foto KTP'), npwp: picture.nullish() }),
    data: user,
    done: 'Dokumen berhasil dikirim',
    refuses: ['account.incomplete', 'account.terms_needed', 'upload.unknown', 'name.taken'],
  }),
  list: call('GET', '/api/admin/v1/users/sellerrequest', {
    summary: 'Members who applied to sell, the newest member first; 10 at most for a negative size',
    access: 'admin',
    aboutMembers: true,
    query: applicationQuery,
    data: pageOf(application),
  }),
  one: call('GET', '/api/admin/v1/users/sellerrequest/{id}', {
    summary: 'One application, with its pictures after a fresh proof; `id` is that of the member',
    access: 'admin',
    aboutMembers: true,
    params: z.object({ id: rowIdText }),
    data: applicationInFull,
    refuses: ['not_found.seller_application'],
  }),
  approve: call('PATCH', '/api/admin/v1/seller/approve/{id}', {
    summary: 'The member sells from now on',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    data: applicationInFull,
    body: z.object({ sentat: seen }),
    done: 'Approve Ok!',
    refuses: [
      'not_found.seller_application',
      'seller_application.own',
      'seller_application.state',
      'seller_application.changed',
      'account.closed',
      'name.taken',
    ],
  }),
  reject: call('PATCH', '/api/admin/v1/seller/reject/{id}', {
    summary:
      'Back to the documents, with a reason that the member reads; who sells already sells no more. Where documents of a seller wait that are to replace others, only these are refused',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    data: applicationInFull,
    body: z.object({ reason: approvalReason, sentat: seen }),
    done: 'Reject Ok!',
    refuses: ['not_found.seller_application', 'seller_application.own', 'seller_application.state', 'seller_application.changed'],
  }),
}
