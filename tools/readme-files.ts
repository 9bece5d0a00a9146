import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Violations for README files of the server that name a file which does not exist. A name in back-ticks must be the end of a file's path: `post.ts`,
 * `ledger/post.ts` or `server/src/ledger/post.ts`.
 */
export function missingFiles(root: string): string[] {
  const files = globSync('{contract,server,web,simulators,tools,e2e,bench,docs}/**/*.{ts,tsx,sql,md}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.includes('/dist'),
  })
  const ends = new Set(files.flatMap(endsOf))
  return files
    .filter((file) => /^server\/src\/.*README\.md$/.test(file))
    .flatMap((readme) =>
      readFileSync(join(root, readme), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(/`(?:\.\.\/)*([\w-][\w./-]*\.(?:tsx?|sql|md))`/g)].flatMap(([, name = '']) =>
            ends.has(name) ? [] : [`${readme}:${index + 1}: there is no file ${name}`],
          ),
        ),
    )
}

/** All ends of a path: `a/b/c.ts` ends with `a/b/c.ts`, `b/c.ts` and `c.ts`. */
function endsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}
