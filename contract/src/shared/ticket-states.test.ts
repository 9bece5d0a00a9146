import { expect, test } from 'vitest'
import { ticketAdminLabels, ticketState } from './ticket-states.ts'

test('administrators see a top-up as Pending in the states 0 and 1 only [A-CI-07]', () => {
  const pending = [...ticketState.values].filter((state) => ticketAdminLabels[0][state] === 'Pending')
  expect(pending).toEqual([0, 1])
})
