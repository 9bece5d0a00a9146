import { auditEventNames, auditSubjects } from '@lapak/contract/system/audit'
import { expect, test } from 'vitest'
import { eventLabel } from './event-labels.ts'
import { subjectKindLabel } from './subject-labels.ts'

test('every audit event and every kind of subject has a label', () => {
  expect(auditEventNames.filter((name) => eventLabel(name) === name)).toEqual([])
  expect(auditSubjects.filter((kind) => subjectKindLabel(kind) === kind)).toEqual([])
})
