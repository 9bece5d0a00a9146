import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Violations: settings that the server code does not read and that do not limit a call of the contract. Changing them would have no effect. */
export function unusedSettings(root: string): string[] {
  const registry = 'contract/src/shared/setting-defaults.ts'
  if (!existsSync(join(root, registry))) return []
  const names = [...readFileSync(join(root, registry), 'utf8').matchAll(/^ {2}'(\w+\.\w+)': \{/gm)].map(([, name]) => name ?? '')
  if (names.length === 0) return [`tools/unused-settings.ts no longer finds the settings in ${registry}`]
  const asked = new Set(
    globSync('{server,contract}/src/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/(?:ettings\.get\(|\bsetting: )'(\w+\.\w+)'/g)].map(([, name]) => name),
      ),
  )
  return names
    .filter((name) => !asked.has(name))
    .map((name) => `${registry}: ${name} is asked for nowhere in server/src, and limits no call`)
}
