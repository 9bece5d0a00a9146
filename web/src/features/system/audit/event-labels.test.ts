import { auditEventNames, auditSubjects } from '@lapak/contract/system/audit'
import { expect, test } from 'vitest'
import { eventWord } from './event-labels.ts'
import { kindWord } from './subject-labels.ts'

test('every event of the audit, and what it is about, has words that people read', () => {
  expect(auditEventNames.filter((name) => eventWord(name) === name)).toEqual([])
  expect(auditSubjects.filter((kind) => kindWord(kind) === kind)).toEqual([])
})
