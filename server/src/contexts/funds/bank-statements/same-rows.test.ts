import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Added, type Compared, comparing, type KnownRow, type StatementRowSeen } from './same-rows.ts'
import { fingerprintOf, type StatementRow } from './statement-row.ts'

const base: StatementRow = {
  accountNo: '8810012345',
  at: new Date('2026-11-21T00:00:00+07:00'),
  hasTime: false,
  amount: 10_012_300n,
  description: 'CR BUDI',
  reff: '',
  balance: null,
  name: null,
}
const seenRow = (source: string, row: Partial<StatementRow> = {}): StatementRowSeen => {
  const whole = { ...base, ...row }
  return { row: whole, source, fingerprint: fingerprintOf('01', source, whole) }
}

function compared(known: readonly KnownRow[], seen: readonly StatementRowSeen[]): Compared {
  const work = comparing(known, seen)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Stores these deliveries one after the other, and returns the stored rows. */
function store(...deliveries: StatementRowSeen[][]): (KnownRow & Pick<Added, 'maybeSameAs'>)[] {
  const known: (KnownRow & Pick<Added, 'maybeSameAs'>)[] = []
  for (const delivery of deliveries) {
    const { added, named } = compared(known, delivery)
    for (const { id, name } of named) {
      const row = known.find((one) => one.id === id)
      if (row) row.names = [...row.names, name]
    }
    for (const { row, source, fingerprint, nth, maybeSameAs } of added) {
      const { accountNo, at, amount, balance, name } = row
      known.push({
        id: BigInt(known.length + 1),
        accountNo,
        at,
        amount,
        balance,
        source,
        names: name === null ? [] : [name],
        fingerprint,
        nth,
        maybeSameAs,
      })
    }
  }
  return known
}

const noon = new Date('2026-11-21T12:00:00+07:00')
const byFeed = (name: string, row: Partial<StatementRow> = {}, feed = 'feed') =>
  seenRow(feed, { name: `${feed}:${name}`, at: noon, hasTime: true, description: 'BUDI', ...row })

describe('a row of a statement', () => {
  test('is stored once, even if the feed delivers it several times', () => {
    expect(store([byFeed('a')], [byFeed('a')], [byFeed('a'), byFeed('a')])).toHaveLength(1)
    expect(store([byFeed('a'), byFeed('a')])).toHaveLength(1)
    expect(store([byFeed('a')], [byFeed('a', { amount: 1n })])).toHaveLength(1)
    // Two equal rows of a feed are different rows only if the feed gave them different names.
    expect(store([byFeed('a')], [byFeed('b')])).toHaveLength(2)
  })

  test('is not restated if the feed says another sum and then the stored sum again in one delivery', () => {
    const [first, other] = [byFeed('1'), byFeed('1', { amount: 45_700n })]
    const known = store([first])
    expect(compared(known, [other, first]).restated).toEqual([])
    expect(compared(known, [first, other]).restated).toMatchObject([{ row: { amount: 45_700n } }])
    expect(compared([], [first, other, first]).restated).toEqual([])
    const restated = known.map((row) => ({ ...row, restatement: { amount: 45_700n, at: noon } }))
    expect(compared(restated, [first, other]).restated).toEqual([])
    expect(compared(restated, [other, first]).restated).toMatchObject([{ row: { amount: base.amount } }])
  })

  test('is stored once if two files contain it, but equal rows of one file are stored as different rows', () => {
    const row = seenRow('KlikBCA')
    expect(store([row, seenRow('KlikBCA')], [seenRow('KlikBCA'), seenRow('KlikBCA')])).toHaveLength(2)
    expect(store([row], [seenRow('KlikBCA'), seenRow('KlikBCA'), seenRow('KlikBCA')])).toHaveLength(3)
    expect(store([row], [seenRow('KlikBCA', { description: 'CR TONO' })])).toHaveLength(2)
  })

  test('is stored once if a feed and a file deliver it, in either order', () => {
    expect(store([byFeed('a')], [seenRow('KlikBCA')])).toHaveLength(1)
    expect(store([seenRow('KlikBCA')], [byFeed('a')], [byFeed('a')])).toEqual([
      expect.objectContaining({ source: 'KlikBCA', names: ['feed:a'] }),
    ])
    expect(store([byFeed('a')], [seenRow('KlikBCA'), seenRow('KlikBCA')], [seenRow('KlikBCA'), seenRow('KlikBCA')])).toHaveLength(2)
    expect(store([seenRow('KlikBCA')], [byFeed('a'), byFeed('b')])).toHaveLength(2)
    expect(store([seenRow('KlikBCA')], [byFeed('a')], [byFeed('b')])).toHaveLength(2)
  })

  test('is matched with the oldest free row if several equal rows are stored', () => {
    const known = store([byFeed('a'), byFeed('b')])
    expect(compared(known, [seenRow('KlikBCA')]).known).toEqual([1n])
    expect(compared(known, [seenRow('KlikBCA'), seenRow('KlikBCA'), seenRow('KlikBCA')]).known).toEqual([1n, 2n, null])
    expect(compared(known, [byFeed('b'), byFeed('b'), byFeed('c'), byFeed('a')]).known).toEqual([2n, null, null, 1n])
  })

  test('gets a number among the equal rows of its source, starting at one', () => {
    const file = (...words: string[]) => words.map((description) => seenRow('KlikBCA', { description }))
    expect(store(file('A', 'A'), file('A', 'A', 'B', 'A')).map(({ nth }) => nth)).toEqual([1, 2, 1, 3])
  })

  test('is stored once if two feeds deliver it with different names', () => {
    const byMoota = (name: string) => byFeed(name, {}, 'moota')
    expect(store([byFeed('a')], [byMoota('1')], [byMoota('1')], [byFeed('a')])).toHaveLength(1)
    expect(store([byFeed('a')], [byMoota('1')], [byMoota('2')], [byFeed('b')])).toHaveLength(2)
  })

  test('is stored once if only one of two sources gives the account number', () => {
    expect(store([byFeed('a')], [seenRow('KlikBCA', { accountNo: '' })])).toHaveLength(1)
    expect(store([byFeed('a', { accountNo: '' })], [seenRow('KlikBCA', { accountNo: '008810012345' })])).toHaveLength(1)
    expect(store([byFeed('a')], [seenRow('KlikBCA', { accountNo: '999' })])).toMatchObject([{}, { maybeSameAs: null }])
  })

  const saturday = { at: new Date('2026-11-21T10:00:00+07:00') }
  const monday = { at: new Date('2026-11-23T00:00:00+07:00') }

  test('is marked as a possible duplicate when another source dates it differently', () => {
    expect(store([byFeed('a', saturday)], [seenRow('KlikBCA', monday)])).toMatchObject([{ maybeSameAs: null }, { maybeSameAs: 1n }])
    expect(store([seenRow('KlikBCA', monday)], [byFeed('a', saturday)])).toMatchObject([{ maybeSameAs: null }, { maybeSameAs: 1n }])
    const nextWeek = { at: new Date('2026-11-28T00:00:00+07:00') }
    expect(store([byFeed('a', saturday)], [seenRow('KlikBCA', nextWeek)])).toMatchObject([{ maybeSameAs: null }, { maybeSameAs: null }])
  })

  test('is linked to the nearest possible duplicate, and each stored row is linked only once', () => {
    const on = (day: number) => ({ at: new Date(`2026-11-${day}T10:00:00+07:00`) })
    const several = [byFeed('a', on(19)), byFeed('b', on(22)), byFeed('c', on(24))]
    expect(store(several, [seenRow('KlikBCA', on(21))]).at(-1)).toMatchObject({ maybeSameAs: 2n })
    for (const day of [17, 25])
      expect(store([byFeed('a', on(day))], [seenRow('KlikBCA', on(21))]).at(-1)).toMatchObject({ maybeSameAs: 1n })
    // A stored row that matches a row exactly cannot be the possible duplicate of a different row.
    expect(store([byFeed('a', on(20)), byFeed('b', on(21))], [seenRow('KlikBCA', on(21)), seenRow('KlikBCA', on(22))])).toMatchObject([
      {},
      {},
      { at: on(22).at, maybeSameAs: 1n },
    ])
    expect(store([byFeed('a', on(20))], [seenRow('KlikBCA', on(21)), seenRow('KlikBCA', on(22))])).toMatchObject([
      {},
      { maybeSameAs: 1n },
      { maybeSameAs: null },
    ])
  })

  test('is not marked as a possible duplicate of a row from the same delivery or feed', () => {
    const both = [seenRow('KlikBCA', { at: new Date('2026-11-21T00:00:00+07:00') }), seenRow('KlikBCA', monday)]
    expect(store([byFeed('a', saturday)], both)).toMatchObject([{ maybeSameAs: null }, { maybeSameAs: null }])
    expect(store([byFeed('a', saturday)], [byFeed('b', monday)])).toMatchObject([{ maybeSameAs: null }, { maybeSameAs: null }])
  })

  test('is marked as a possible duplicate when the balances differ', () => {
    expect(store([byFeed('a', { balance: 5n })], [seenRow('KlikBCA', { balance: 6n })])).toMatchObject([{}, { maybeSameAs: 1n }])
    expect(store([byFeed('a', { balance: 5n })], [seenRow('KlikBCA', { balance: 5n })])).toHaveLength(1)
    expect(store([byFeed('a')], [seenRow('KlikBCA', { amount: 10_012_301n })])).toMatchObject([{}, { maybeSameAs: null }])
  })

  test('is stored once if only one of two sources gives a balance', () => {
    expect(store([byFeed('a', { balance: 5n })], [seenRow('KlikBCA')])).toHaveLength(1)
    expect(store([byFeed('a')], [seenRow('KlikBCA', { balance: 5n })])).toHaveLength(1)
    // A stored row with the same balance is matched first, then a stored row without a balance.
    const both = [byFeed('a'), byFeed('b', { balance: 6n })]
    expect(store(both, [seenRow('KlikBCA', { balance: 6n }), seenRow('KlikBCA', { balance: 5n })])).toHaveLength(2)
    expect(store(both, [seenRow('KlikBCA', { balance: 7n })], [seenRow('KlikBCA', { balance: 7n })])).toHaveLength(2)
  })

  test('is stored once if overlapping deliveries of any size repeat it', () => {
    const real = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 3 }), words: fc.constantFrom('A', 'B') }), { maxLength: 8 })
    /** The fields that a source may omit. A source omits the same fields in all its rows. */
    const teller = fc.record({
      accountNo: fc.constantFrom('', base.accountNo, `00${base.accountNo}`),
      hasTime: fc.boolean(),
      hasBalance: fc.boolean(),
      hasReff: fc.boolean(),
      hasName: fc.boolean(),
    })
    fc.assert(
      fc.property(real, teller, teller, fc.nat(8), (rows, ofFile, ofFeed, cut) => {
        const fieldsOf = (index: number, { accountNo, hasTime, hasBalance, hasReff }: typeof ofFile): Partial<StatementRow> => ({
          accountNo,
          hasTime,
          at: hasTime ? noon : base.at,
          amount: BigInt(rows[index]?.amount ?? 0),
          balance: hasBalance ? rows.slice(0, index + 1).reduce((sum, { amount }) => sum + BigInt(amount), 100n) : null,
          reff: hasReff ? `REFF ${index}` : '',
        })
        const file = (until = rows.length) =>
          rows.slice(0, until).map(({ words }, index) => seenRow('KlikBCA', { ...fieldsOf(index, ofFile), description: words }))
        const feed = rows.map((_, index) => byFeed(`row ${index}`, { ...fieldsOf(index, ofFeed), ...(!ofFeed.hasName && { name: null }) }))
        const deliveries = [file(cut), feed.slice(cut), file(), feed, file()]
        expect(store(...deliveries)).toHaveLength(rows.length)
      }),
    )
  })
})

describe('the cost of comparing equal rows', () => {
  /** The number of times that stored rows are read during the comparison. */
  function looksFor(
    count: number,
    [stored, delivered]: [of: (nth: number) => StatementRowSeen, of: (nth: number) => StatementRowSeen],
  ): number {
    let looks = 0
    const known = store(Array.from({ length: count }, (_, nth) => stored(nth))).map(({ accountNo, ...row }) => ({
      ...row,
      get accountNo() {
        looks += 1
        return accountNo
      },
      get names() {
        looks += 1
        return row.names
      },
      get source() {
        looks += 1
        return row.source
      },
    }))
    compared(
      known,
      Array.from({ length: count }, (_, nth) => delivered(nth)),
    )
    return looks
  }
  const ofFile =
    (word: string, source = 'KlikBCA') =>
    (nth: number) =>
      seenRow(source, { description: `${word} ${nth}`, balance: BigInt(nth) })

  test.each<[string, [(nth: number) => StatementRowSeen, (nth: number) => StatementRowSeen]]>([
    ['by the same teller', [ofFile('CR'), ofFile('DB')]],
    ['of another account', [ofFile('CR'), (nth) => seenRow('BCA', { accountNo: '1', description: `CR ${nth}` })]],
    ['by a feed, with other names', [(nth) => byFeed(`a${nth}`), (nth) => byFeed(`b${nth}`)]],
  ])('at most doubles if there are twice as many rows: %s', (_, of) => {
    expect(looksFor(800, of)).toBeLessThan(2.5 * looksFor(400, of))
  })
})
