import { expect, test } from 'vitest'
import { topUpTerms } from '#features/funds/top-ups/deposit-terms.ts'
import { blocksOf } from '#features/system/terms/terms-blocks.ts'

test('reads the terms of top-ups from the lists below their heading', () => {
  const content =
    '# 2. Akun\n- Satu\n# 3. Deposit saldo\nDeposit itu mudah.\n- Sama persis\n- Batal setelah 2x24 jam\n# 4. Transaksi\n- Lain'
  expect(topUpTerms(blocksOf(content))).toEqual(['Sama persis', 'Batal setelah 2x24 jam'])
})

test('reads the lists up to the end of the terms if no heading follows, and no lists if the heading is missing', () => {
  expect(topUpTerms(blocksOf('# Topup\n- Satu\nDan\n- Dua'))).toEqual(['Satu', 'Dua'])
  expect(topUpTerms(blocksOf('# Akun\n- Satu'))).toEqual([])
})
