import { expect, test } from 'vitest'
import { selectTopUpTerms } from '#features/funds/top-ups/select-top-up-terms.ts'
import { parseTerms } from '#features/system/terms/parse-terms.ts'

test('reads the terms of top-ups from the lists below their heading', () => {
  const content =
    '# 2. Akun\n- Satu\n# 3. Deposit saldo\nDeposit itu mudah.\n- Sama persis\n- Batal setelah 2x24 jam\n# 4. Transaksi\n- Lain'
  expect(selectTopUpTerms(parseTerms(content))).toEqual(['Sama persis', 'Batal setelah 2x24 jam'])
})

test('reads the lists up to the end of the terms if no heading follows, and no lists if the heading is missing', () => {
  expect(selectTopUpTerms(parseTerms('# Topup\n- Satu\nDan\n- Dua'))).toEqual(['Satu', 'Dua'])
  expect(selectTopUpTerms(parseTerms('# Akun\n- Satu'))).toEqual([])
})
