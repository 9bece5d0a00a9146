import { describe, expect, test } from 'vitest'
import { readAnswer } from '#integrations/suppliers/answer.ts'
import { httpGetVerdict } from '#integrations/suppliers/http-get/http-get.ts'
import { parseReport } from '#integrations/suppliers/report.ts'

/** The names are written out, so that a name that disappears from a list fails here. */
const ofReferences = `
  clientid client_id refid reffid ref_id reff_id reffclient refclient reff_client ref_client idtrx id_trx request_id
  requestid reqid req_id reftrxid ref_trxid reference_id referenceid client_ref clientref client_trxid client_trx_id
  trxid_api trx_id_api partner_ref partner_reff partnerref partner_trxid partner_trx_id api_trxid api_trx_id customidentifier
  custom_identifier custom_ref external_id externalid merchant_ref merchant_trxid buyer_ref reffno reff_no refno ref_no`
const perhapsOfReferences = `
  trxid trx_id reff ref reference reference_number referencenumber order_id orderid transaction_id transactionid invoice
  invoice_id no_invoice id_transaksi idtransaksi merchant_order_id merchantorderid merchanttransactionid merchant_transaction_id merchant_trx_id
  unique_id uniqueid unique_code uniquecode unique_ref merchant_ref_id merchantrefid merchant_reference merchantreference partner_order_id
  partnerorderid client_order_id clientorderid order_ref orderref order_reference trx_ref trxref trx_code invoice_number invoice_no ref1`
const ofTargets = `
  tujuan msisdn dest destination customer_no customerno no_tujuan idpel customer_id customer_number hp no_hp nohp nomor
  nomor_tujuan phone phone_number target data_no id_pelanggan no_pelanggan nomor_pelanggan`
const names = (text: string) => text.trim().split(/\s+/)

const [reference, target, foreign] = ['MKT-1001', '081234567890', 'TRX-900123']
const failed = { status: 'Gagal', message: 'Nomor tujuan salah' }
const pending = { status: 'Pending', message: 'Sedang diproses' }

const answered = (fields: Record<string, string>) => readAnswer(JSON.stringify(fields), { reference, target }, {}, httpGetVerdict)
const reported = (fields: Record<string, string>) => parseReport('http-get', '', JSON.stringify(fields), {})?.reference ?? null
const reportedByQuery = (fields: Record<string, string>) =>
  parseReport('http-get', new URLSearchParams(fields).toString(), '', {})?.reference ?? null

const ours = { state: 'failed', names: 'reference', foreign: false }

describe.each(names(ofReferences))('a field %s', (name) => {
  test('with the reference of the order assigns the answer or report to the order, and with another reference to another order', () => {
    expect(answered({ [name]: reference, ...failed })).toMatchObject(ours)
    for (const words of [failed, pending])
      for (const other of [foreign, '900123'])
        expect(answered({ [name]: other, tujuan: target, ...words })).toMatchObject({ state: 'unknown', foreign: true })
    for (const report of [reported, reportedByQuery])
      for (const named of [reference, foreign, '900123']) expect(report({ [name]: named, ...failed })).toBe(named)
  })
})

describe.each(names(perhapsOfReferences))('a field %s, which other systems use for their own number,', (name) => {
  test('assigns the answer to the order if it has the order’s reference; with another one the state is unclear unless a field has ours', () => {
    expect(answered({ [name]: reference, ...failed })).toMatchObject(ours)
    for (const other of [foreign, '900123']) {
      expect(answered({ [name]: other, tujuan: target, ...failed })).toMatchObject({ state: 'unknown', foreign: true })
      expect(answered({ [name]: other, tujuan: target, ...pending })).toMatchObject({ state: 'pending', foreign: false })
      expect(answered({ [name]: other, refid: reference, ...failed })).toMatchObject(ours)
      expect(reported({ [name]: other, refid: reference, ...failed })).toBe(reference)
    }
  })

  test('identifies the order of a report if its value has the form of the platform’s references', () => {
    for (const report of [reported, reportedByQuery])
      for (const named of [reference, foreign, '900123'])
        expect(report({ [name]: named, ...failed })).toBe(named === '900123' ? null : named)
  })
})

test.each(names(ofTargets))('a field %s assigns the answer to the order of its target number, which may be another order', (name) => {
  expect(answered({ [name]: target, ...failed })).toMatchObject({ state: 'failed', names: 'target', foreign: false })
  expect(answered({ [name]: '081399998888', ...failed })).toMatchObject({ state: 'unknown', foreign: true })
})
