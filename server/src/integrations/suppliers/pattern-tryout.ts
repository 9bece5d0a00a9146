/** Shows how a pasted answer would be understood: the real protocols read it, over a connection that always returns this text. */
import type { AnswerKind, SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Outgoing } from '#http/outgoing.ts'
import { fieldsOf, firstOf, referenceNames, targetOf } from '#integrations/suppliers/answer-fields.ts'
import { compilePatterns } from '#integrations/suppliers/compile-patterns.ts'
import { referencesIn } from '#integrations/suppliers/order-identity.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import type { AnswerPatterns, Supplier, SupplierAccess, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { createSuppliers } from '#integrations/suppliers/suppliers.ts'
import { plainText } from '#integrations/suppliers/text.ts'

export interface Tryout {
  kind: SupplierKind
  patterns: Partial<AnswerPatterns>
  answers: AnswerKind
  text: string
  /** The reference of the order that was answered. If it is empty, the answer is assumed to be about the order that it mentions. */
  reference: string
  target: string
}

/** All fields that an outcome may have, whatever the request was. */
export interface Understood {
  state: string
  message: string
  serialNumber?: string | null
  supplierReference?: string | null
  balance?: bigint | null
  bill?: bigint
  adminFee?: bigint
  customerName?: string
}

export async function tryOut(tryout: Tryout): Promise<Understood> {
  if (tryout.answers === 'report') return understoodReport(tryout)
  const supplier = createSuppliers(lineThatSays(tryout.text))[tryout.kind]
  const { outcome } = await questions[tryout.answers](supplier, accessOf(tryout), orderOf(tryout))
  return outcome
}

type Question = (supplier: Supplier, access: SupplierAccess, order: SupplierOrder) => Promise<{ outcome: Understood }>

const questions: Record<Exclude<AnswerKind, 'report'>, Question> = {
  order: (supplier, access, order) => supplier.order(access, order),
  status: (supplier, access, order) => supplier.status(access, order),
  balance: (supplier, access) => supplier.balance(access),
  inquiry: (supplier, access, order) => supplier.inquiry(access, order),
}

/** The web app shows a test answer with its HTTP status, which is then pasted together with the answer. */
const statusBefore = /^HTTP (\d{3})\r?\n/

function lineThatSays(text: string): Outgoing {
  const [head = '', status = '200'] = statusBefore.exec(text) ?? []
  const body = text.slice(head.length)
  return {
    request: async () => ({ kind: 'answer', status: Number(status), headers: {}, body, tookMs: 0 }),
    close: async () => {},
  }
}

const nowhere = 'http://nowhere.invalid/'

function accessOf({ kind, patterns }: Tryout): SupplierAccess {
  const templates = { order: nowhere, status: nowhere, balance: nowhere, inquiry: nowhere, payment: nowhere }
  return { kind, apiUrl: nowhere, userId: '', pin: '', username: '', password: '', timeoutMs: 1000, templates, patterns }
}

/** A target that is neither a number nor a word of any answer, so that no text is read as a repetition of the target. */
const unknownTarget = 'tidakdiisi'

function orderOf({ reference, target, text, patterns }: Tryout): SupplierOrder {
  const body = text.replace(statusBefore, '')
  const fields = fieldsOf(body)
  const named = fields === null ? referencesIn(plainText(body), compilePatterns(patterns))[0]?.reference : firstOf(fields, referenceNames)
  return {
    reference: reference || named || 'UJI',
    productCode: 'UJI',
    target: target || (fields && targetOf(fields)) || unknownTarget,
    counter: 1,
    amount: null,
    payment: false,
    inquiryReference: null,
  }
}

/** Reads a report: the text is either a complete URL with a query string, or the posted body. */
function understoodReport({ kind, patterns, text, target }: Tryout): Understood {
  const isAddress = /^(?:GET |POST |https?:\/|\/)/i.test(text)
  const query = isAddress ? text.slice(text.indexOf('?') + 1).replace(/ HTTP\/[\d.]+\s*$/, '') : ''
  const report = parseReport(kind, query, isAddress ? '' : text, patterns, target || null)
  return report?.outcome ?? { state: 'unknown', message: 'Laporan ini tidak menyebut nomor referensi pesanan.' }
}
