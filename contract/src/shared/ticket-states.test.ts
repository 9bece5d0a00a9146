import { expect, test } from 'vitest'
import { ticketAdminLabels, ticketState } from './ticket-states.ts'

test('a top-up in state 0 or 1 is read as Pending by administrators, and in no other state [A-CI-07]', () => {
  const pending = [...ticketState.values].filter((state) => ticketAdminLabels[0][state] === 'Pending')
  expect(pending).toEqual([0, 1])
})
