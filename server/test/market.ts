import type { SupplierKind, SupplierType } from '@lapak/contract/catalogue/seller-api'
import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Role } from '#app.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember } from './app.ts'

/** A small market for the purchase tests: sellers of every kind with their servers, and offers to buy. */
export interface TestMarket {
  app: TestApp
  suppliers: SupplierSimulator[]
  /** A seller with its own server, which reports to the app. */
  addSeller(options?: {
    kind?: SupplierKind
    timeoutMs?: number
    maxInFlight?: number
    remembersHours?: number
  }): Promise<{ seller: TestMember; supplier: SupplierSimulator }>
  /** Orders as the buyer's software does; returns the whole answer with its envelope (`success`, `msg`, `data`). */
  order(buyer: TestMember, order: OrderBody): Promise<OrderAnswer>
  /** Verifies every rule of the books, and that each manual decision about a purchase is in the audit once. */
  booksHold(): Promise<void>
  stop(): Promise<void>
}

export interface OrderBody {
  productcode: string
  target: string
  reffclient: string
  counter?: number
  amount?: number
  maxprice?: number
  token?: string
  callback?: string
}

export interface OrderAnswer {
  status: number
  success: boolean
  msg: string
  code: string | undefined
  rc: string | undefined
  data: { id: number; transactionrc: number; price: number; balance: number; serialnumber: string | null; message: string; version: number }
}

const kindNumbers: Record<SupplierKind, SupplierType> = { irs: 1, otomax: 2, 'http-get': 3 }

export async function startMarket(environment: Record<string, string> = {}, roles?: readonly Role[]): Promise<TestMarket> {
  const app = await startTestApp(environment, roles)
  const suppliers: SupplierSimulator[] = []
  return {
    app,
    suppliers,
    async addSeller({ kind = 'irs', ...options } = {}) {
      const supplier = await startSupplier({ kind, credentials: supplierCredentials, reportDelayMs: 50, slowMs: 300 })
      suppliers.push(supplier)
      const reportPath = `laporan-${suppliers.length}-${'x'.repeat(20)}`
      const seller = await app.seller({
        kind: kindNumbers[kind],
        apiUrl: supplier.url,
        templates: supplier.templates,
        name: `Suplier ${suppliers.length}`,
        reportPath,
        ...options,
      })
      supplier.reportUrl = `${app.url}/public/report/${reportPath}`
      return { seller, supplier }
    },
    async order(buyer, order) {
      const { status, body } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', order)
      return { status, ...body }
    },
    async booksHold() {
      expect(await checkLedger(app.db)).toEqual([])
      expect(await decidedUnseen(app)).toEqual([])
    },
    async stop() {
      await app.stop()
      for (const supplier of suppliers) await supplier.close()
    },
  }
}

/** Manual decisions about purchases that are missing in the table or in the audit. */
async function decidedUnseen({ db }: TestApp) {
  const decided = sql`select purchase_id::text as purchase, from_state, to_state from purchase_force`
  const kept = sql`
    select subject, (before ->> 'status')::smallint, (after ->> 'status')::smallint from audit where event = 'purchase.forced'`
  const { rows } = await sql`(${decided} except all ${kept}) union all (${kept} except all ${decided})`.execute(db.read)
  return rows
}
