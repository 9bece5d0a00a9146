/**
 * Replies of real sellers' servers with invented data (`replies.tsv`) and plausible replies of the same kinds (`further.tsv`): one reply per row,
 * with its expected meaning.
 */
import { readFileSync } from 'node:fs'
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import { expect, test } from 'vitest'
import { parsePlnToken } from '#integrations/suppliers/pln-token.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import { inShort, replayer } from '../../../../test/recorded-exchanges.ts'

interface FieldCase {
  id: string
  kind: SupplierKind
  question: 'order' | 'status' | 'report'
  target: string
  expected: string[]
  hasTokenParts: boolean
  text: string
}

const tokenParts = ' [+token parts]'

const cases = ['replies.tsv', 'further.tsv'].flatMap((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(fieldCase),
)

function fieldCase(row: string): FieldCase {
  const [id = '', kind = '', question = '', target = '', expected = '', , text = ''] = row.split('\t')
  return {
    ...{ id, target, text, kind: kind as SupplierKind, question: question as FieldCase['question'] },
    expected: expected.replace(tokenParts, '').split('|'),
    hasTokenParts: expected.endsWith(tokenParts),
  }
}

const address = 'http://seller.example/x?to=[tujuan]'

async function understood({ kind, question, target, text }: FieldCase): Promise<string> {
  if (question === 'report') return reported(kind, target, text)
  return (await replayer(kind, { templates: { order: address, status: address } })(question, text, { target })).understood
}

function reported(kind: SupplierKind, target: string, text: string): string {
  const report = /^[{[]/.test(text) ? parseReport(kind, '', text, {}, target) : parseReport(kind, text, '', {}, target)
  return report?.reference === 'MKT-1001' ? inShort(report.outcome) : 'null'
}

test.each(cases.map((one) => ({ ...one, means: one.expected.join(' or ') })))(
  'seller reply: $id, an answer to $question of a $kind server, reads as $means',
  async (fieldCase) => {
    const read = await understood(fieldCase)
    expect(fieldCase.expected).toContain(read)
    if (fieldCase.hasTokenParts) expect(parsePlnToken(read.slice('success '.length))).not.toBeNull()
  },
)
