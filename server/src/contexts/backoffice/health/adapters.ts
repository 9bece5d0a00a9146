import type { AdapterName, AdapterState } from '@lapak/contract/backoffice/health'
import { sql } from 'kysely'
import { lastDeliveries } from '#contexts/funds/bank-statements/bank-statements.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { type LastDelivered, lastDelivered } from '#contexts/system/outbox/outbox.ts'
import type { Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type AdapterDeps, checkOf } from './adapter-checks.ts'
import { type HealthDeps, listAdapterStates } from './health.queries.ts'

type Deps = HealthDeps & AdapterDeps & { audit: Audit }

const messageMax = 200

export async function listAdapters(deps: Deps): Promise<AdapterState[]> {
  const { read } = deps.db
  const [tested, carried, bankDeliveries] = [await lastTests(read), await lastDelivered(read), await lastDeliveries(read)]
  return listAdapterStates(deps).map(({ nama, jalan }) => {
    const used = [...tested.filter(({ adapter }) => adapter === nama), ...carriedBy(carried, nama)]
    const heard = nama === 'bankfeed' ? bankDeliveries.flatMap(({ at }) => at ?? []) : []
    const failed = newest(used.filter(({ ok }) => !ok))
    return {
      nama,
      jalan,
      bisadites: checkOf(deps, nama) !== null,
      sukses: newest([...used.filter(({ ok }) => ok), ...heard.map((at) => ({ at }))])?.at ?? null,
      gagal: failed ? { at: failed.at, pesan: failed.said } : null,
    }
  })
}

interface Use {
  adapter: string
  ok: boolean
  at: Date
  said: string
}

function newest<One extends { at: Date }>(all: One[]): One | undefined {
  return all.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
}

const carriedBy = (carried: LastDelivered[], name: AdapterName): Use[] =>
  carried
    .filter(({ carrier: transport }) => transport === name)
    .flatMap(({ sent, failed, error }) => [
      ...(sent ? [{ adapter: name, ok: true, at: sent, said: '' }] : []),
      ...(failed ? [{ adapter: name, ok: false, at: failed, said: error ?? '' }] : []),
    ])

/** The last success and the last failure of the tests of each adapter. */
async function lastTests(read: Reader): Promise<Use[]> {
  const { rows } =
    await sql<Use>`select distinct on (adapter, ok) adapter, ok, at, said from adapter_test order by adapter, ok, id desc`.execute(read)
  return rows
}

/** The request to the provider is sent outside of a transaction. The result is stored with the administrator who requested the test. */
export async function testAdapter(deps: Deps, by: Caller, name: AdapterName): Promise<{ berhasil: boolean; pesan: string }> {
  const check = checkOf(deps, name)
  if (check === null) throw new Refusal('adapter.absent')
  const began = performance.now()
  const wrong = await check()
  const ok = wrong === null
  const message = (wrong ?? `menjawab dalam ${Math.round(performance.now() - began)} ms`).slice(0, messageMax)
  await deps.db.transaction(async (tx) => {
    await tx.insertInto('adapter_test').values({ adapter: name, ok, said: message, member_id: by.memberId }).execute()
    await deps.audit.record(tx, { event: 'adapter.tested', by, subject: name, after: { ok, said: message } })
  })
  return { berhasil: ok, pesan: message }
}
