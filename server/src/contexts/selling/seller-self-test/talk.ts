import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { followsText, stateLabels, type TestOrder, type Trial } from '#contexts/ordering/purchases/purchases.ts'
import type { Database } from '#db/db.ts'
import { hadNoAnswer } from '#integrations/suppliers/exchange.ts'
import { redact } from '#integrations/suppliers/redact.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import type { Supplier, SupplierAccess, SupplierExchange, SupplierOrder } from '#integrations/suppliers/supplier.ts'
import { storableText } from '#shared/text.ts'
import { type Heard, isOver } from './seller-self-test.rules.ts'

/** The conversation about one test order, recorded while it takes place. */
export interface Talk {
  readonly heard: readonly Heard[]
  readonly statusRequestAfterMs: number
  order(): Promise<void>
  status(): Promise<void>
  /** Reads reports, and sends status requests after growing pauses, until no further answer follows. */
  untilOver(): Promise<void>
  /** Reads reports for this time, or until `enough` returns true. */
  reports(forMs: number, enough: (heard: readonly Heard[]) => boolean): Promise<void>
}

export interface TalkContext {
  db: Database
  supplier: Supplier
  access: SupplierAccess
  trial: Trial
  test: TestOrder
  order: SupplierOrder
  /** Time after which the status of a real order is requested. */
  statusRequestAfterMs: number
  /** True when nothing more may be requested or waited for. */
  mustEnd(): boolean
}

/** Pauses before status requests, as fractions of `statusRequestAfterMs`; short at first, since the seller is waiting for the result. */
const pauses = [0.2, 0.4, 0.8, 1.6]
const looksEveryMs = 250
const textMax = 4_000
/** Maximum number of recorded answers; further reports of a server are ignored. The requests of a run do not reach this number. */
const stepsMax = 20

export function startTalk(context: TalkContext): Talk {
  const { supplier, access, order, statusRequestAfterMs, mustEnd } = context
  const heard: Heard[] = []
  const isEnough = (words: readonly Heard[]) => words.some(isOver)

  async function hear(source: Heard['source'], exchange: TestExchange) {
    heard.push({ source, outcome: exchange.outcome, noAnswer: hadNoAnswer(exchange) })
    await writeStep(context, heard.length, source, exchange)
  }

  async function readReports() {
    for (const { query, body } of await takeReports(context)) {
      const report = parseReport(access.kind, query, body, access.patterns, order.target)
      const answer = shown(access, [query, body].filter(Boolean).join('\n'))
      if (report && heard.length < stepsMax) await hear('report', { outcome: report.outcome, request: '', answer, tookMs: null })
    }
  }

  const talk: Talk = {
    heard,
    statusRequestAfterMs,
    async order() {
      if (!mustEnd()) await hear('order', await supplier.order(access, order))
    },
    async status() {
      if (!mustEnd()) await hear('status', await supplier.status(access, order))
    },
    async untilOver() {
      for (const share of pauses) {
        await talk.reports(share * statusRequestAfterMs, isEnough)
        if (isEnough(heard) || mustEnd()) return
        await talk.status()
      }
    },
    async reports(forMs, enough) {
      for (const until = Date.now() + forMs; ; await pause(looksEveryMs)) {
        if (enough(heard)) return
        await readReports()
        if (enough(heard) || mustEnd() || Date.now() > until) return
      }
    },
  }
  return talk
}

type TestExchange = Pick<SupplierExchange, 'outcome' | 'request' | 'answer'> & { tookMs: number | null }

const shown = ({ pin, password, typed }: SupplierAccess, text: string) => redact(text, [pin, password], typed)

function writeStep(
  { db, access, test, trial }: TalkContext,
  step: number,
  source: Heard['source'],
  { outcome, request, answer, tookMs }: TestExchange,
) {
  const follows = followsText(trial.decide(source, outcome))
  const serialNumber = outcome.state === 'success' ? outcome.serialNumber : null
  return db.transaction((tx) =>
    tx
      .insertInto('self_test_step')
      .values({
        run_id: test.runId,
        nth: test.nth,
        step,
        source,
        request: storableText(request, textMax),
        answer: storableText(answer, textMax),
        understood: stateLabels[outcome.state],
        serial_number: serialNumber === null ? null : storableText(shown(access, serialNumber), textMax),
        follows,
        took_ms: tookMs === null ? null : Math.round(tookMs),
      })
      .execute(),
  )
}

/** In the order of arrival. */
async function takeReports({ db, test }: TalkContext): Promise<{ query: string; body: string }[]> {
  const { rows } = await db.transaction((tx) =>
    sql<{ id: bigint; query: string; body: string }>`
      delete from self_test_report where run_id = ${test.runId} and nth = ${test.nth} returning id, query, body`.execute(tx),
  )
  return rows.sort((one, other) => Number(one.id - other.id))
}
