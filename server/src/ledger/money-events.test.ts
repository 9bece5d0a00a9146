import { expect, test } from 'vitest'
import {
  adjustmentBooked,
  cashCorrected,
  cashOutPaid,
  cashOutRejected,
  cashOutRequested,
  cashOutReturned,
  cashTransferred,
  debtSettled,
  depositApproved,
  depositCancelled,
  type EntrySet,
  purchaseHeld,
  purchaseRefunded,
  purchaseReleased,
  purchaseSettled,
  suspenseReceived,
  suspenseReleased,
} from './money-events.ts'

const sale = { attempt: 9n, buyer: 11n, price: 10_000n }
const paidIn = { ticket: 7n, member: 11n, cash: '04', received: 500n, fee: 20n } as const
const paid = { ...sale, seller: 22n, fee: 100n }

/** The member ids are 11 and 22; the account numbers are those of the ledger's migration. */
const events: [says: string, book: () => EntrySet, event: string, reference: bigint, legs: [account: bigint, amount: bigint][]][] = [
  [
    'a deposit comes from its bank',
    () => depositApproved({ ...paidIn, fee: 0n }),
    'deposit.approved',
    7n,
    [
      [-104n, -500n],
      [11n, 500n],
    ],
  ],
  [
    'the house keeps the fee of a deposit',
    () => depositApproved(paidIn),
    'deposit.approved',
    7n,
    [
      [-104n, -500n],
      [11n, 480n],
      [-4n, 20n],
    ],
  ],
  [
    'a cancelled deposit goes back to its cash, the fee with it',
    () => depositCancelled(paidIn),
    'deposit.cancelled',
    7n,
    [
      [11n, -480n],
      [-4n, -20n],
      [-104n, 500n],
    ],
  ],
  [
    'money without an owner waits apart',
    () => suspenseReceived(6n, '02', 900n),
    'unmatched.received',
    6n,
    [
      [-102n, -900n],
      [-3n, 900n],
    ],
  ],
  [
    'money that is known again goes back to its bank',
    () => suspenseReleased(6n, '02', 900n),
    'unmatched.released',
    6n,
    [
      [-3n, -900n],
      [-102n, 900n],
    ],
  ],
  [
    'what a bank charged is a cost',
    () => cashCorrected(4n, '01', 'bank_fee', -65n),
    'cash.corrected',
    4n,
    [
      [-101n, 65n],
      [-5n, -65n],
    ],
  ],
  [
    'what a bank gave is none',
    () => cashCorrected(4n, '01', 'interest', 65n),
    'cash.corrected',
    4n,
    [
      [-101n, -65n],
      [-6n, 65n],
    ],
  ],
  [
    'an order holds its price',
    () => purchaseHeld(sale),
    'purchase.held',
    9n,
    [
      [11n, -10_000n],
      [-1n, 10_000n],
    ],
  ],
  [
    'a failure gives it back',
    () => purchaseReleased(sale),
    'purchase.released',
    9n,
    [
      [-1n, -10_000n],
      [11n, 10_000n],
    ],
  ],
  [
    'a success pays seller and house',
    () => purchaseSettled({ ...paid, recovered: 0n }),
    'purchase.settled',
    9n,
    [
      [-1n, -10_000n],
      [22n, 9_900n],
      [-4n, 100n],
    ],
  ],
  [
    'a success pays what the seller owes first',
    () => purchaseSettled({ ...paid, recovered: 4_000n }),
    'purchase.settled',
    9n,
    [
      [-1n, -10_000n],
      [22n, 5_900n],
      [-4n, 100n],
      [-7n, 4_000n],
    ],
  ],
  [
    'a success that pays a debt alone, without a fee, leaves the seller out',
    () => purchaseSettled({ ...paid, fee: 0n, recovered: 10_000n }),
    'purchase.settled',
    9n,
    [
      [-1n, -10_000n],
      [-7n, 10_000n],
    ],
  ],
  [
    'a refund takes back from seller and house',
    () => purchaseRefunded({ ...paid, uncovered: 0n }),
    'purchase.refunded',
    9n,
    [
      [22n, -9_900n],
      [-4n, -100n],
      [11n, 10_000n],
    ],
  ],
  [
    'a debt is paid out of the balance of who owes it',
    () => debtSettled(3n, 22n, 700n),
    'debt.settled',
    3n,
    [
      [22n, -700n],
      [-7n, 700n],
    ],
  ],
  [
    'a refund becomes a debt as far as the seller cannot pay it',
    () => purchaseRefunded({ ...paid, uncovered: 3_000n }),
    'purchase.refunded',
    9n,
    [
      [22n, -6_900n],
      [-7n, -3_000n],
      [-4n, -100n],
      [11n, 10_000n],
    ],
  ],
  [
    'a cash-out is set aside',
    () => cashOutRequested(5n, 11n, 700n),
    'cash_out.requested',
    5n,
    [
      [11n, -700n],
      [-2n, 700n],
    ],
  ],
  [
    'a cash-out leaves by its bank',
    () => cashOutPaid(5n, '02', 700n),
    'cash_out.paid',
    5n,
    [
      [-2n, -700n],
      [-102n, 700n],
    ],
  ],
  [
    'a rejected cash-out is the member’s again',
    () => cashOutRejected(5n, 11n, 700n),
    'cash_out.rejected',
    5n,
    [
      [-2n, -700n],
      [11n, 700n],
    ],
  ],
  [
    'a returned cash-out comes from its bank',
    () => cashOutReturned(5n, 11n, '02', 700n),
    'cash_out.returned',
    5n,
    [
      [-102n, -700n],
      [11n, 700n],
    ],
  ],
  [
    'money moved between banks is owed by the one that has it',
    () => cashTransferred(3n, '01', '05', 900n),
    'cash.transferred',
    3n,
    [
      [-105n, -900n],
      [-101n, 900n],
    ],
  ],
  [
    'a correction gives',
    () => adjustmentBooked(2n, 11n, 80n),
    'adjustment.booked',
    2n,
    [
      [-6n, -80n],
      [11n, 80n],
    ],
  ],
  [
    'a correction takes',
    () => adjustmentBooked(2n, 11n, -80n),
    'adjustment.booked',
    2n,
    [
      [-6n, 80n],
      [11n, -80n],
    ],
  ],
]

test.each(events)('%s', (_, book, event, reference, legs) => {
  expect(book()).toEqual({ event, reference, legs: legs.map(([account, amount]) => ({ account, amount })) })
  expect(legs.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(0n)
})

test.each([
  ['bank_fee', -5n],
  ['gateway_cost', -5n],
  ['tax', -5n],
  ['interest', -6n],
  ['rounding', -6n],
  ['loss', -6n],
] as const)('a correction of the kind %s is booked against account %d', (kind, account) => {
  expect(cashCorrected(4n, '02', kind, -65n).legs).toEqual([
    { account: -102n, amount: 65n },
    { account, amount: -65n },
  ])
})
