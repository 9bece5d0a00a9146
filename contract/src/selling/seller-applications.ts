import { z } from 'zod'
import { user } from '../auth/access.ts'
import { call } from '../shared/call.ts'
import { filter, flag, moment, pageOf, pageQuery, pageSizeMax, plainText, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Values of `adminconfirmation`, the progress of a seller application. 0 means the same as 1, but documents were never sent. */
export const approvalLevels = { documents: 1, waiting: 2, approved: 3 } as const

/** URL path of a private picture that the same member uploaded, as the upload returned it. */
const picture = plainText(300)

const application = z.object({
  memberid: rowId,
  membername: z.string(),
  memberemail: z.string(),
  memberstatus: z.int(),
  /** True when the member has activated the e-mail address. */
  confm: flag,
  createat: moment,
  updateat: moment,
  adminconfirmation: z.int(),
  /** When the documents were last sent, or when the member last changed the name or address while the application waited. */
  sentat: moment.nullable(),
})
export type SellerApplication = z.output<typeof application>

const applicationInFull = application.extend({
  memberphone: z.string().nullable(),
  memberaddress: z.string().nullable(),
  location: z.string().nullable(),
  /**
   * URL paths of the pictures for this administrator, valid for ten minutes. Each view is recorded in the audit. Null if there is no picture, or
   * without recent step-up authentication.
   */
  memberktp: z.string().nullable(),
  membernpwp: z.string().nullable(),
  /** True when pictures, including those of earlier applications, are not returned because recent step-up authentication is missing. */
  fototerkunci: z.boolean(),
  /** Reason for the last rejection. */
  reason: z.string().nullable(),
  /** Documents of earlier applications, newest first, at most ten. */
  sebelumnya: z.array(z.object({ sentat: moment, memberktp: z.string().nullable(), membernpwp: z.string().nullable() })),
  /** True when the administrator who reads the application is the applicant, who may not decide. */
  own: z.boolean(),
  /** True when the applicant is already a seller. In this case the waiting documents replace the approved documents. */
  sells: z.boolean(),
})
export type SellerApplicationInFull = z.output<typeof applicationInFull>

const applicationQuery = z.object(
  pageQuery(
    ['memberid', 'membername', 'memberemail', 'createat', 'updateat', 'sentat'],
    {
      search: filter(plainText(100)),
      /** Without this filter: applications that wait. 1: rejected applications, 3: approved applications. */
      adminconfirmation: filter(z.enum(['1', '2', '3']).transform(Number)),
    },
    { all: 10, max: pageSizeMax },
  ),
)
export type SellerApplicationQuery = z.output<typeof applicationQuery>

/**
 * The `sentat` that the administrator saw. If the documents were sent or changed since then, the decision is refused. Without `sentat`, the decision
 * is about the current documents.
 */
const seen = moment.nullable().optional()

export const sellerApplicationCalls = {
  sendDocuments: call('POST', '/api/v1/seller/document', {
    summary:
      'Apply to sell with pictures of the identity card and, if there is one, the tax card; newer pictures replace waiting ones. Those of a seller replace the old ones after approval',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    // Rate limit, because administrators review each application by hand.
    limit: { setting: 'sellerApplications.sendsPerHour', seconds: 3600 },
    body: z.object({ ktp: picture.min(1, 'Unggah foto KTP'), npwp: picture.nullish() }),
    data: user,
    done: 'Dokumen berhasil dikirim',
    refuses: ['account.incomplete', 'account.closed', 'account.terms_needed', 'upload.unknown', 'name.taken', 'name.of_platform'],
  }),
  list: call('GET', '/api/admin/v1/users/sellerrequest', {
    summary: 'List members who applied to sell, newest member first; 10 at most for a negative size',
    access: 'admin',
    aboutMembers: true,
    query: applicationQuery,
    data: pageOf(application),
  }),
  one: call('GET', '/api/admin/v1/users/sellerrequest/{id}', {
    summary: 'Read an application, with its pictures after step-up authentication; `id` is that of the member',
    access: 'admin',
    aboutMembers: true,
    params: z.object({ id: rowIdText }),
    data: applicationInFull,
    refuses: ['not_found.seller_application'],
  }),
  approve: call('PATCH', '/api/admin/v1/seller/approve/{id}', {
    summary: 'Approve an application; the member can sell immediately',
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
      'name.of_platform',
    ],
  }),
  reject: call('PATCH', '/api/admin/v1/seller/reject/{id}', {
    summary:
      'Reject an application with a reason for the member, who has to send documents again; a seller stops selling. If replacement documents of a seller wait, only these are rejected',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    data: applicationInFull,
    body: z.object({ reason: approvalReason, sentat: seen }),
    done: 'Reject Ok!',
    refuses: ['not_found.seller_application', 'seller_application.own', 'seller_application.state', 'seller_application.changed'],
  }),
}
