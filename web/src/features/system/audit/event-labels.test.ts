import { auditEventNames, auditSubjects } from '@lapak/contract/system/audit'
import { expect, test } from 'vitest'
import { eventWord } from './event-labels.ts'
import { kindWord } from './subject-labels.ts'

test('every audit event and every kind of subject has a label', () => {
  expect(auditEventNames.filter((name) => eventWord(name) === name)).toEqual([])
  expect(auditSubjects.filter((kind) => kindWord(kind) === kind)).toEqual([])
})
