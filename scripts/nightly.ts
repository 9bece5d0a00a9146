import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tests that have a long form, and are not among those that the night runs: nobody would ever see it. */
export function forgottenAtNight(root: string): string[] {
  const file = join(root, 'package.json')
  if (!existsSync(file)) return []
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
  const run = (scripts['test:nightly'] ?? '').split(' ').filter((word) => /^(?:contract|server|web|simulators|scripts|e2e)\//.test(word))
  const long = globSync('{contract,server,web,simulators,scripts,e2e}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).filter((test) => readFileSync(join(root, test), 'utf8').includes('process.env.NIGHTLY'))
  return [
    ...long
      .filter((test) => !run.some((named) => test === named || test.startsWith(`${named}/`)))
      .map((test) => `${test}: has a form for the night, and "test:nightly" of package.json does not run it`),
    ...run
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `package.json: "test:nightly" runs ${named}, which is not there`),
  ]
}
