import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'

/* The files of deploy/ for who monitors Lapak. */

const deploy = join(import.meta.dirname, '../../deploy')

/** Names of metrics that queries use; `le` of a histogram adds a suffix to its name. */
const namesIn = (queries: string[]) =>
  new Set(
    queries
      .flatMap((query) => query.match(/\b(?:lapak|nodejs|process)_\w+/g) ?? [])
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, '')),
  )

test('alert rules and dashboard query metrics that a process exports', async () => {
  const rules = await readFile(join(deploy, 'prometheus/lapak.rules.yml'), 'utf8')
  const dashboard = JSON.parse(await readFile(join(deploy, 'grafana/lapak.json'), 'utf8')) as { panels: { targets?: { expr: string }[] }[] }
  const inRules = namesIn([...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, query]) => query ?? ''))
  const inDashboard = namesIn(dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))
  const app = await startTestApp({}, ['http'])
  try {
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    const exported = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name ?? ''))
    expect([...inRules].filter((name) => !exported.has(name))).toEqual([])
    expect([...inDashboard].filter((name) => !exported.has(name))).toEqual([])
    const ours = [...exported].filter((name) => name.startsWith('lapak_'))
    expect(ours.filter((name) => !inRules.has(name) && !inDashboard.has(name))).toEqual([])
  } finally {
    await app.stop()
  }
})
