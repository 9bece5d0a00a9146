import type { FastPool } from '#db/db.ts'

type Value = null | bigint | number | string | Date | readonly (bigint | number | string | Date | null)[]

/**
 * The number of pages that a statement reads with the cached plan of its connection. `explain` of the text would create a new plan. The pool must
 * have one connection, on which the statement ran before.
 */
export async function pagesOf(fast: FastPool, name: string, values: Value[]): Promise<number> {
  const text = `explain (analyze, buffers, format json) execute "${name}"(${values.map(literal).join(', ')})`
  const rows = await fast.run({ name: '', text }, [])
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

function literal(value: Value): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `'{${value.map((one) => (one === null ? 'null' : `"${plain(one)}"`)).join(',')}}'`
  return `'${plain(value as Exclude<Value, null>)}'`
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")
