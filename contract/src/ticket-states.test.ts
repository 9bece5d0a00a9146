import { expect, test } from 'vitest'
import { ticketAdminWords, ticketState } from './ticket-states.ts'

test('of money in both beginnings are Pending, of money out the second one is being worked on [A-CI-07, A-CO-06, A-CO-07]', () => {
  const wordsOf = (kind: 0 | 1) => [0, 1, 2, 3, 4].map((state) => ticketAdminWords[kind][ticketState.parse(state)])
  expect(wordsOf(0)).toEqual(['Pending', 'Pending', 'Approve', 'Reject', 'Cancel'])
  expect(wordsOf(1)).toEqual(['Pending', 'Diproses', 'Approve', 'Reject', 'Cancel'])
})
