/**
 * Violations: indexes that a migration builds or drops while every writer of the table waits. Indexes on tables that the same migration creates are
 * allowed.
 */
export function blockingIndexes(file: string, text: string): string[] {
  if (!/^server\/migrations\/.*\.sql$/.test(file) || file.endsWith('.online.sql')) return []
  const made = new Set([...text.matchAll(/^create table (\w+)/gim)].map(([, table]) => table))
  const held = [...text.matchAll(/^create (?:unique )?index \w+ on (\w+)/gim)].filter(([, table]) => !made.has(table))
  const dropped = text.matchAll(/^drop index (?!concurrently).*/gim)
  return [...held, ...dropped].map(
    (hit) =>
      `${file}:${text.slice(0, hit.index).split('\n').length}: ${hit[0]} - writers would wait; do it in a migration called .online.sql`,
  )
}
