/**
 * Replies of real sellers' servers with invented data (`replies.tsv`), plausible replies of the same kinds (`further.tsv`), and replies that were
 * written to be misread (`adversary.tsv`): one reply per row, with its expected meaning. `␤` stands for the end of a line, and `␉` for a tab.
 */
import { readFileSync } from 'node:fs'
import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import { expect, test } from 'vitest'
import { parsePlnToken } from '#integrations/suppliers/pln-token.ts'
import { parseReport } from '#integrations/suppliers/report.ts'
import { inShort, type Question, replayer } from '../../../../test/recorded-exchanges.ts'

interface FieldCase {
  id: string
  kind: SupplierKind
  question: Question | 'report'
  target: string
  productCode: string
  productName: string | null
  expected: string[]
  hasTokenParts: boolean
  text: string
}

const tokenParts = ' [+token parts]'

const cases = ['replies.tsv', 'further.tsv', 'adversary.tsv'].flatMap((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(fieldCase),
)

function fieldCase(row: string): FieldCase {
  const [id = '', kind = '', question = '', target = '', expected = '', , given = '', productCode = '', productName = ''] = row.split('\t')
  const text = given.replaceAll('␤', '\n').replaceAll('␉', '\t')
  return {
    ...{
      id,
      target,
      text,
      productCode: productCode || 'S10',
      productName: productName || null,
      kind: kind as SupplierKind,
      question: question as FieldCase['question'],
    },
    expected: expected.replace(tokenParts, '').split('|'),
    hasTokenParts: expected.endsWith(tokenParts),
  }
}

const address = 'http://seller.example/x?to=[tujuan]'

async function understood({ kind, question, target, text, productCode, productName }: FieldCase): Promise<string> {
  if (question === 'report') return reported(kind, target, productName, text)
  const templates = { order: address, status: address, inquiry: address, balance: address }
  return (await replayer(kind, { templates })(question, text, { target, productCode, productName })).understood
}

function reported(kind: SupplierKind, target: string, product: string | null, text: string): string {
  const report = /^[{[<]/.test(text) ? parseReport(kind, '', text, {}, target, product) : parseReport(kind, text, '', {}, target, product)
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
