/** From this migration on; what was released before stays as it is (docs/decisions/0050). */
const since = 89

/** Indexes that a migration builds while every writer of the table waits: those of tables that it did not make itself. */
export function heldWriters(file: string, text: string): string[] {
  const [, number] = /^server\/migrations\/(\d+)-.*\.sql$/.exec(file) ?? []
  if (number === undefined || Number(number) < since || file.endsWith('.online.sql')) return []
  const made = new Set([...text.matchAll(/^create table (\w+)/gim)].map(([, table]) => table))
  return [...text.matchAll(/^create (?:unique )?index \w+ on (\w+)/gim)].flatMap((hit) =>
    made.has(hit[1])
      ? []
      : [
          `${file}:${text.slice(0, hit.index).split('\n').length}: ${hit[0]} - writers would wait; build it in a migration called .online.sql`,
        ],
  )
}
