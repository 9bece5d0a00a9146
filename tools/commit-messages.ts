/*
 * Part of npm run check: the messages of all commits since `base` must be Conventional Commits with a subject of at most 72 characters. In a clone
 * without the commit `base`, or without a history, the check prints a message and passes.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import conventional from '@commitlint/config-conventional'
import lint from '@commitlint/lint'

/** The last commit before this rule was introduced. Later commits must follow the rule. */
const base = '07bfad29'

const rules = {
  ...conventional.rules,
  'header-max-length': [2, 'always', 72],
  'body-max-line-length': [0],
  'footer-max-line-length': [0],
} as Parameters<typeof lint>[1]

/** The errors that commitlint finds in a message; empty if there are none. */
export async function wrongIn(message: string): Promise<string[]> {
  const { errors } = await lint(message, rules)
  return errors.map((error) => error.message)
}

/** Messages of the commits since `base`, each after its hash and a line break; null if the history does not contain `base`. */
function messages(): string[] | null {
  const log = ['log', '--no-merges', '--format=%h%n%B%x00', `${base}..HEAD`]
  try {
    const text = execFileSync('git', log, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return text.split('\0').flatMap((entry) => entry.trim() || [])
  } catch {
    return null
  }
}

if (import.meta.main) {
  const found = messages()
  let breaches = 0
  for (const entry of found ?? []) {
    const [hash, ...message] = entry.split('\n')
    for (const why of await wrongIn(message.join('\n'))) {
      console.error(`${hash} ${message[0]}: ${why}`)
      breaches += 1
    }
  }
  console.log(
    found === null ? `No commit ${base} in this clone, so no message was checked.` : `${found.length} messages, ${breaches} breaches`,
  )
  process.exitCode = breaches > 0 ? 1 : 0
}
