import { expect, test } from 'vitest'
import { wrongIn } from './commit-messages.ts'

test.each([
  'fix(funds): settle a debt before a cash-out',
  'refactor: move features into eleven contexts\n\nThe body may have a line that is as long as it likes, such as an address of a page that says more about it: https://lapak.example/a/b/c',
])('commit messages: %j passes', async (message) => {
  expect(await wrongIn(message)).toEqual([])
})

test.each([
  ['The debts are settled first', 'type'],
  ['improve(funds): settle debts', 'type'],
  [`fix(funds): ${'settle '.repeat(10)}debts`, 'header must not be longer than 72 characters'],
  ['fix(funds):', 'subject'],
])('commit messages: %j is refused because of its %s', async (message, why) => {
  expect((await wrongIn(message)).join('\n')).toContain(why)
})
