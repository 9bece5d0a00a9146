import { settingDefaults } from '@lapak/contract/shared/setting-defaults'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgeries } from '../../../test/forgeries.ts'
import type { TestMarket } from '../../../test/market.ts'
import {
  add,
  adjusted,
  asked,
  atProvider,
  attempt,
  balancesFollow,
  breachesAfter,
  cameBack,
  charged,
  dayEnds,
  daySummed,
  dispute,
  event,
  found,
  foundAfter,
  grow,
  member,
  moved,
  paidByProvider,
  paidDebt,
  paidOut,
  plantWorld,
  purchase,
  redirect,
  row,
  saved,
  sellerOf,
  stray,
  strayFound,
  ticket,
  turnedDown,
  unbook,
  underWay,
  undone,
  waiting,
  withoutTriggers,
} from '../../../test/planting.ts'
import { checkLedger, ruleNames } from './verification.ts'

let market: TestMarket

beforeAll(async () => {
  market = await plantWorld()
})
afterAll(() => market?.stop())

const setsAreEvents = 'every entry set is one event whose legs sum to zero'
const accountsExist = 'every entry names an account that exists'
const deposits = 'every deposit is booked as its ticket says, and no other'
const cashOuts = 'every cash-out is booked as its request says, and no other'
const unmatched = 'money without an owner lies apart as long as its row is open'
const cashMoves = 'money moves between banks as it was asked for, and no other'
const corrections = 'every correction of a bank is booked as its row says, and no other'
const adjustments = 'every adjustment is booked as its row says, and no other'
const settlements = 'every debt that was paid out of a balance is booked as its row says, and no other'
const forward = 'the books run forward'
const approvedBy = 'what a person approved stands in the audit, by that person'
const askedFor = 'a payment at the provider is in a ticket of the member who asked for it'
const payoutNamed = 'a payout has the name of its cash-out and number, and says why it failed'
const paidBefore = 'what is taken back was paid before'
const settled = 'what was paid at the provider is settled within a day'
const spokenOf = 'no payment to an own account is in a ticket beside one that an administrator had approved for it'
const seenOverlap = 'no ticket is approved by hand beside a payment to the virtual account of its member about which nobody was asked'
const askedAbout =
  'no money that an administrator gave to a member is beside an approval by hand without a row about which nobody was asked'
const ownMoney = 'no ticket is paid by a row whose sum had left another account of the platform unbooked'
const afterTicket = 'no row pays a ticket by itself that was made after its money came'
const perhapsReturned = 'no row pays a ticket by itself that may be the returned money of a cash-out'
const maybeSame = 'a row that may be the same as another one explains nothing by itself'
const restated = 'a row of which a feed says another sum explains nothing by itself'
const ofUploader = 'a row that only a file tells explains no ticket and no cash-out of who uploaded it'
const methodFee = 'a ticket has the fee that its method asks for'
const saleFee = 'a sale has the fee that the settings ask for'
const assigned = 'money that found its owner is in one ticket, and every such ticket has its money'
const paidOutSo = 'a cash-out stands as its payouts do: one paid it, whole and from its account, or one is under way, or none'
const paidOnce = 'the provider calls no payout paid but the one that paid its cash-out, or its loss is booked'
const provided = 'a payment at the provider is in one ticket or waits, whole, and every such ticket has its payment'
const shown = 'a row of a bank shows one thing, of its bank and sum'
const shownPaid = 'every ticket that a bank paid has its row'
const shownOnce = 'money without an owner is shown by a row of a bank or by a payment at the provider'
const shownWhole = 'money that a row of a bank shows is once where its row says'
const shownWaiting = 'money waits for its owner exactly as long as its row of a bank says so'
const demanded = 'every entry of a sale is one that its attempt demands'
const complete = 'every attempt has all the entries that its state demands'
const numbered = 'attempts belong to a purchase and are numbered from 1 without a gap'
const goesTo = 'an account that money goes to is the one that was entered'
const madeFor = 'a ticket is of the member and the sum that it was made for, and names the account that its payer was to pay to'
const namedThere = 'what was asked for at the provider is of the member and the ticket that it names'
const askedSo = 'what waits for a second administrator is what the first one asked for'
const givenBy = 'a special price is the one that its seller gave'
const explainedBy = 'the program explains no money away but a transfer between own accounts, and a ticket of who uploaded the row'
const lastAttempt = 'a purchase stands as its last attempt does, at the same seller, offer and price'
const priceBounds = 'a price covers its amount and its fee and keeps to its ceiling'
const ownOffer = 'every attempt is at an offer of its seller for the product of its purchase'
const bills = 'a bill and the purchase that paid it name each other, with buyer, offer, target and price'
const decided = 'what a person decided is how the purchase stands'
const decidedOnce = 'each decision about a purchase was taken once, and every refund by a person'
const disputes = 'a dispute is about a success between its two sides, ends in a refund only with one, and no seller gives back without one'
const claims = 'of the claims about a purchase one runs at a time, and none begins once money was given back or an administrator decided'
const debts = 'what each seller owes is what the books say'
const sellerDays = 'the days of a seller are the sums of its sales and refunds'
const walletDays = 'the days of a wallet are the sums of its entries'
const bookDays = 'every day of the books has the entries of that day'
const checkpoints = 'every checkpoint is what its account came to'

/** A failed payout of a cash-out that the provider says it has paid. */
const calledPaid = (cashOut: string, number: number) => `
  insert into payout (cash_out_id, number, reference, amount, state, asked_by, reason, due_at, failure, contradiction, contradicted_at)
    select id, ${number}, 'CO-UJI-${number}', amount, 'failed', member_id, 'Uji', null, 'Penyedia menyatakan: sudah dibayar', 'succeeded', now()
    from cash_out where id = ${cashOut};`

/** As if this version had run, and no fee had changed, for months. */
const runsLong = `
  ${withoutTriggers}
  update migration set applied_at = now() - interval '90 days' where name = '0020-restatements-per-feed.sql';
  update setting_change set at = at - interval '90 days'; update payment_method set updated_at = now() - interval '90 days';`

/** Forged rows. The balances are adjusted to them, so that the balances do not reveal the forgery. */
const planted: [what: string, caughtBy: string, statements: string][] = [
  ['a leg one rupiah off', setsAreEvents, grow('deposit.approved', saved, member('Penabung'), 1)],
  ['a leg that is gone', setsAreEvents, `delete from entry where ${event('purchase.held', attempt('pending'))} and leg = 2;`],
  [
    'a leg under another event',
    setsAreEvents,
    `update entry set event = 'purchase.released' where ${event('purchase.held', attempt('pending'))} and leg = 2;`,
  ],
  [
    'a leg under another reference',
    setsAreEvents,
    `update entry set reference = ${attempt('success')} where ${event('purchase.held', attempt('pending'))} and leg = 2;`,
  ],
  [
    'a set that hides from what makes events unique',
    setsAreEvents,
    `update entry set leg = leg + 3 where ${event('deposit.approved', saved)};`,
  ],
  ['a bank that does not exist', accountsExist, redirect('deposit.approved', saved, -101, -103)],
  ['a house account that does not exist', accountsExist, redirect('purchase.settled', attempt('success'), -4, -9)],
  ['a member who does not exist', accountsExist, redirect('deposit.approved', saved, member('Penabung'), 999_999)],
  [
    'more pending than held',
    'the money in flight is the price of the pending purchases',
    `update purchase set price = price + 1 where reffclient = 'pending'; update attempt set price = price + 1 where id = ${attempt('pending')};`,
  ],

  ['a deposit out of the fees', deposits, redirect('deposit.approved', saved, -101, -6)],
  ['a deposit at another bank than its ticket', deposits, redirect('deposit.approved', saved, -101, -102)],
  [
    'a deposit of which the house kept more than its ticket says',
    deposits,
    grow('deposit.approved', saved, -4, 100) + grow('deposit.approved', saved, member('Penabung'), -100),
  ],
  [
    'a deposit shared by two',
    deposits,
    unbook('deposit.approved', saved) +
      add('deposit.approved', saved, [-101, -40_250], [member('Penabung'), 39_000], [member('Orang lain'), 1_000], [-4, 250]),
  ],
  ['a deposit of another member', deposits, `update top_up set member_id = ${member('Orang lain')} where id = ${saved};`],
  [
    'a ticket that says more than came',
    deposits,
    `update top_up set received = received + 1, credited = credited + 1 where id = ${saved};`,
  ],
  ['an approved ticket that is not booked', deposits, unbook('deposit.approved', saved)],
  ['a ticket that was never approved, in the books', deposits, add('deposit.approved', 999_999, [-101, -500], [member('Pembeli'), 500])],
  [
    'a ticket that waits and was booked',
    deposits,
    `update top_up set state = 1, received = null, credited = null, how = null, approved_at = null where id = ${saved};`,
  ],
  ['a cancelled deposit that the member kept', deposits, unbook('deposit.cancelled', undone)],
  ['a deposit taken back that stands', deposits, `update top_up set state = 2 where id = ${undone};`],
  [
    'more taken back than was deposited',
    deposits,
    grow('deposit.cancelled', undone, -102, 1) + grow('deposit.cancelled', undone, member('Penabung'), -1),
  ],
  ['a deposit taken back from another member', deposits, redirect('deposit.cancelled', undone, member('Penabung'), member('Pembeli'))],
  ['a deposit taken back to another bank', deposits, redirect('deposit.cancelled', undone, -102, -101)],

  ['a cash-out that stays in the house', cashOuts, redirect('cash_out.paid', paidOut, -104, -6)],
  ['a cash-out that was asked to a bank at once', cashOuts, redirect('cash_out.requested', asked, -2, -101)],
  ['a rejected cash-out that goes to the fees', cashOuts, redirect('cash_out.rejected', turnedDown, member('Penabung'), -4)],
  ['a cash-out of another member’s money', cashOuts, redirect('cash_out.requested', asked, sellerOf('recovering'), member('Pembeli'))],
  ['a cash-out that nobody asked for', cashOuts, add('cash_out.requested', 999_999, [member('Pembeli'), -500], [-2, 500])],
  ['a cash-out that was paid and waits', cashOuts, add('cash_out.paid', asked, [-2, -7_000], [-101, 7_000])],
  ['a cash-out that is called paid and was not', cashOuts, unbook('cash_out.paid', paidOut)],
  ['a cash-out paid twice over', cashOuts, grow('cash_out.paid', paidOut, -104, 900) + grow('cash_out.paid', paidOut, -2, -900)],
  ['a cash-out paid from another bank than its row says', cashOuts, redirect('cash_out.paid', paidOut, -104, -101)],
  ['a rejected cash-out that the house kept', cashOuts, unbook('cash_out.rejected', turnedDown)],
  [
    'a rejected cash-out given to another member',
    cashOuts,
    redirect('cash_out.rejected', turnedDown, member('Penabung'), member('Pembeli')),
  ],
  ['a cash-out paid and rejected', cashOuts, add('cash_out.rejected', paidOut, [-2, -9_900], [sellerOf('refunded-by-debt'), 9_900])],
  ['a cash-out returned from another bank', cashOuts, redirect('cash_out.returned', cameBack, -101, -102)],
  ['a cash-out returned to another member', cashOuts, redirect('cash_out.returned', cameBack, member('Penabung'), member('Pembeli'))],
  ['a cash-out returned before it was paid', cashOuts, add('cash_out.returned', asked, [-101, -7_000], [sellerOf('recovering'), 7_000])],
  ['a returned cash-out that the member did not get', cashOuts, unbook('cash_out.returned', cameBack)],

  ['a cash-out that the provider paid, without its payout', paidOutSo, `delete from payout where cash_out_id = ${paidByProvider};`],
  [
    'a payout that paid what was paid by hand',
    paidOutSo,
    `insert into payout (cash_out_id, number, reference, amount, state, asked_by, reason, due_at)
     select id, 1, 'CO-UJI-1', amount, 'succeeded', member_id, 'Uji', null from cash_out where id = ${cameBack};`,
  ],
  ['a payout of another sum than its cash-out', paidOutSo, `update payout set amount = 6_101 where cash_out_id = ${paidByProvider};`],
  [
    'a cash-out that the provider paid from a bank of the house',
    paidOutSo,
    `update cash_out set paid_from = '01' where id = ${paidByProvider};`,
  ],
  [
    'a payout that was sent back, of a cash-out that stays paid',
    paidOutSo,
    `update cash_out set state = 2, returned_at = null where id = ${paidByProvider};`,
  ],
  [
    'a cash-out that was taken back though its payout stays paid',
    paidOutSo,
    `update payout set state = 'succeeded' where cash_out_id = ${paidByProvider};`,
  ],
  ['a rejected cash-out that the provider calls paid', paidOnce, calledPaid(turnedDown, 1)],
  ['a cash-out paid by hand that the provider calls paid', paidOnce, calledPaid(paidOut, 1)],
  [
    'a cash-out that the provider calls paid twice',
    paidOnce,
    `update payout set state = 'succeeded' where cash_out_id = ${paidByProvider};
     update cash_out set state = 2, returned_at = null where id = ${paidByProvider}; ${calledPaid(paidByProvider, 2)}`,
  ],
  [
    'two payouts of one cash-out that are both paid, without the index that allows one',
    paidOnce,
    `drop index payout_paid; update cash_out set state = 2, returned_at = null where id = ${paidByProvider};
     update payout set state = 'succeeded' where cash_out_id = ${paidByProvider};
     ${calledPaid(paidByProvider, 2)} update payout set state = 'succeeded' where cash_out_id = ${paidByProvider};`,
  ],
  [
    'a payout under way for a cash-out that was rejected',
    paidOutSo,
    `update payout set cash_out_id = ${turnedDown} where id = ${underWay};`,
  ],
  ['a payout under way of another sum', paidOutSo, `update payout set amount = 6_201 where id = ${underWay};`],

  [
    'a payout called failed though it paid, beside a cash-out called paid by hand',
    payoutNamed,
    `update payout set state = 'failed' where cash_out_id = ${paidByProvider};
     update cash_out set paid_how = 'hand', approved_by = member_id where id = ${paidByProvider};`,
  ],
  [
    'a cash-out called paid by hand though nobody paid it so',
    approvedBy,
    `update payout set state = 'failed', failure = 'FAILED' where cash_out_id = ${paidByProvider};
     update cash_out set paid_how = 'hand' where id = ${paidByProvider};`,
  ],
  [
    'a cash-out called paid by hand by somebody who did not',
    approvedBy,
    `update payout set state = 'failed', failure = 'FAILED' where cash_out_id = ${paidByProvider};
     update cash_out set paid_how = 'hand', approved_by = member_id where id = ${paidByProvider};`,
  ],
  ['a top-up that nobody approved', approvedBy, `update top_up set how = 'admin' where id = ${saved};`],
  [
    'a payment at the provider called an administrator’s word',
    approvedBy,
    `delete from gateway_payment where id = ${atProvider};
     update top_up set how = 'admin' where id = (select top_up_id from payment_request where amount = 9_100);`,
  ],
  ['an approval by another one', approvedBy, `update top_up set approved_by = ${member('Tetangga')} where nominal = 9_250;`],
  [
    'a payout under the name of another cash-out',
    payoutNamed,
    `update payout set reference = reference || '1' where cash_out_id = ${paidByProvider};`,
  ],
  ['a payout of another number', payoutNamed, `update payout set number = 2 where id = ${underWay};`],
  [
    'a cash-out that came back before it was paid',
    paidBefore,
    `update cash_out set returned_at = paid_at - interval '1 second' where id = ${cameBack};`,
  ],
  [
    'a top-up taken back before it was paid',
    paidBefore,
    `update top_up set ended_at = approved_at - interval '1 second' where id = ${undone};`,
  ],
  [
    'a payment that was asked for by another member',
    askedFor,
    `update gateway_payment set reference = (select reference from payment_request where amount = 9_150) where id = ${atProvider};`,
  ],
  ['a payment that nobody asked for', askedFor, `update gateway_payment set reference = 'uji' where id = ${atProvider};`],
  ['a payment that asked for another ticket', askedFor, `update payment_request set top_up_id = ${saved} where amount = 9_100;`],

  [
    'a leg of another time than its set',
    setsAreEvents,
    `update entry set at = at - interval '1 second' where ${event('deposit.approved', saved)} and leg = 2;`,
  ],
  [
    'a sale that was moved to the day before',
    forward,
    `update entry set at = at - interval '1 day' where ${event('purchase.settled', attempt('success'))};`,
  ],
  [
    'a sale that was moved to the day after',
    forward,
    `update entry set at = at + interval '1 day' where ${event('purchase.held', attempt('pending'))};`,
  ],
  [
    'the newest set, moved to tomorrow',
    forward,
    `update entry set at = at + interval '1 day' where set_id = (select max(set_id) from entry);`,
  ],
  [
    'a deposit booked on another day than its ticket says',
    deposits,
    `update entry set at = at - interval '1 day' where ${event('deposit.approved', saved)};`,
  ],
  [
    'a cash-out asked for on another day than it is booked',
    cashOuts,
    `update cash_out set created_at = created_at - interval '1 day' where id = ${asked};`,
  ],
  [
    'a cash-out paid on another day than it is booked',
    cashOuts,
    `update cash_out set paid_at = paid_at - interval '1 day' where id = ${paidOut};`,
  ],
  [
    'money without an owner that came on another day than it is booked',
    unmatched,
    `update suspense_item set opened_at = opened_at - interval '1 day' where id = ${waiting};`,
  ],
  [
    'a transfer between banks on another day than it is booked',
    cashMoves,
    `update cash_transfer set created_at = created_at - interval '1 day' where id = ${moved};`,
  ],
  [
    'a correction on another day than it is booked',
    corrections,
    `update cash_correction set created_at = created_at - interval '1 day' where id = ${charged};`,
  ],
  [
    'an adjustment on another day than it is booked',
    adjustments,
    `update adjustment set created_at = created_at - interval '1 day' where id = ${adjusted};`,
  ],

  ['money without an owner that is nowhere', unmatched, unbook('unmatched.received', waiting)],
  ['money without an owner that somebody took', unmatched, add('unmatched.released', waiting, [-3, -7_700], [-104, 7_700])],
  ['money that found its owner and still waits', unmatched, unbook('unmatched.released', found)],
  ['money without an owner in the fees', unmatched, redirect('unmatched.received', waiting, -3, -4)],
  ['money without an owner at another bank', unmatched, `update suspense_item set cash_code = '01' where id = ${waiting};`],
  [
    'a payment at the provider of another sum than its ticket got',
    provided,
    `update gateway_payment set amount = 9_101 where id = ${atProvider};`,
  ],
  [
    'a ticket that the provider paid, without its payment',
    provided,
    `update gateway_payment set state = 'new', top_up_id = null where id = ${atProvider};`,
  ],
  ['a payment that waits nowhere', provided, `update suspense_item set gateway_payment_id = null where gateway_payment_id = ${stray};`],
  ['a payment that waits in part', provided, `update gateway_payment set amount = 9_201 where id = ${stray};`],
  [
    'a payment that nobody gave to anybody',
    settled,
    `insert into gateway_payment (kind, provider_payment_id, reference, amount, facts, created_at)
       values ('va', 'uji-lost', 'uji', 9_400, '{}', now() - interval '2 days');`,
  ],
  [
    'a payment to an own account in a second ticket',
    spokenOf,
    `update gateway_payment set kind = 'va', paid_at = now() - interval '2 hours' where id = ${atProvider};
     update top_up set channel = 'va' where id = (select top_up_id from gateway_payment where id = ${atProvider});
     insert into top_up (member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at)
       select member_id, method_id, channel, cash_code, amount, fee, nominal, 2, received, credited, 'admin', now() - interval '1 hour'
       from top_up where id = (select top_up_id from gateway_payment where id = ${atProvider});`,
  ],
  ...["now() - interval '1 minute'", "now() - interval '9 hours'"].map((approved): [string, string, string] => [
    `a payment of another sum in a ticket beside one that was approved by hand, ${approved}`,
    seenOverlap,
    `update gateway_payment set kind = 'va', paid_at = now() - interval '2 hours' where id = ${atProvider};
     update top_up set channel = 'va', approved_at = ${approved} where id = (select top_up_id from gateway_payment where id = ${atProvider});
     insert into top_up (member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at, created_at)
       select member_id, method_id, channel, cash_code, 8_000, 0, 8_000, 2, 8_000, 8_000, 'admin', now() - interval '1 hour', now() - interval '1 day'
       from top_up where id = (select top_up_id from gateway_payment where id = ${atProvider});`,
  ]),
  ...[
    ['after a payment that came before its ticket', "'29 days'", "'29 days'"],
    ['between a payment and its late credit', "'2 hours'", "'1 minute'"],
  ].map(([what, paid, credited]): [string, string, string] => [
    `a ticket of another channel that was approved by hand ${what}, about which nobody asked`,
    seenOverlap,
    `update migration set applied_at = now() - interval '1 year' where name = '0020-restatements-per-feed.sql';
     update gateway_payment set kind = 'va', paid_at = now() - interval ${paid}, created_at = now() - interval ${paid} where id = ${atProvider};
     update top_up set channel = 'va', approved_at = now() - interval ${credited} where id = (select top_up_id from gateway_payment where id = ${atProvider});
     update top_up set approved_at = now() - interval '1 hour' where nominal = 9_250;`,
  ]),
  [
    'a transfer that was given to a member after an approval by hand of another channel, about which nobody asked',
    askedAbout,
    `update top_up set beside = null where nominal = 8_800; update top_up set channel = 'va' where nominal = 9_250;`,
  ],
  [
    'an approval by hand weeks after money was given to the member, about which nobody asked',
    askedAbout,
    `update top_up set beside = null, approved_at = approved_at - interval '20 days' where nominal = 8_800;
     update top_up set channel = 'qris' where nominal = 9_250;`,
  ],
  [
    'a transfer that was given to a member after an approval by hand, about which nobody asked',
    askedAbout,
    'update top_up set beside = null where nominal = 8_800;',
  ],
  [
    'a transfer that was given to a member after an approval by hand, about which only an earlier approval was asked',
    askedAbout,
    `update top_up set beside = (select max(id) from top_up where state = 2 and nominal not in (8_800, 9_250)) where nominal = 8_800;
     update top_up set approved_at = (select approved_at - interval '1 minute' from top_up where nominal = 9_250)
       where id = (select beside from top_up where nominal = 8_800);`,
  ],
  [
    'a payment to an own account that was given to another ticket before an approval by hand, about which nobody asked',
    askedAbout,
    `update gateway_payment set kind = 'va' where id = ${strayFound};
     update top_up set channel = 'va', beside = null where nominal = 9_300;
     update top_up set channel = 'va', created_at = created_at - interval '1 hour', approved_at = approved_at + interval '1 minute' where nominal = 9_250;`,
  ],
  [
    'a ticket that is paid by a row whose sum had left another account',
    ownMoney,
    `update payment_method set account_no = '8810012345' where cash_code = '01' and channel = 'transfer';
     insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, why, created_at)
       values ('01', '8810012345', now(), true, -7_001, '', '', 'dev', 'keluar', 1, 'Belum jelas', now() - interval '2 hours');`,
  ],
  [
    'a ticket that is paid by a row from before it was made',
    afterTicket,
    `update bank_statement set happened_at = now() - interval '2 hours' where id = ${row(7_001)};`,
  ],
  [
    'a ticket that is paid by a row of a day before it was made',
    afterTicket,
    `update bank_statement set has_time = false, happened_at = date_trunc('day', now(), 'Asia/Jakarta') - interval '1 day' where id = ${row(7_001)};`,
  ],
  [
    'a ticket that is paid by a row of tomorrow',
    afterTicket,
    `update bank_statement set happened_at = now() + interval '1 day' where id = ${row(7_001)};`,
  ],
  [
    'a ticket approved by hand that is explained by a row from long before it was made',
    afterTicket,
    `update top_up set how = 'admin' where nominal = 7_001; update bank_statement set happened_at = now() - interval '25 hours' where id = ${row(7_001)};`,
  ],
  [
    'a ticket that is paid by what may be the money of a rejected cash-out',
    perhapsReturned,
    `update cash_out set amount = 7_001, processed_at = now() - interval '2 hours' where id = ${turnedDown};`,
  ],
  [
    'a ticket that is paid by what may be the money of a cash-out paid by hand',
    perhapsReturned,
    `update cash_out set amount = 7_001, processed_at = now() - interval '2 hours', paid_at = now() - interval '2 hours', paid_from = '05', paid_how = 'hand'
       where id = ${paidOut};`,
  ],
  [
    'a ticket that is paid by what may be another row',
    maybeSame,
    `update bank_statement set maybe_same_as = ${row(-65)} where id = ${row(7_001)};`,
  ],
  [
    'a ticket that is paid by a row of which a feed had said another sum',
    restated,
    `insert into statement_change (statement_id, feed, amount, happened_at, has_time, reported_at)
       select id, feed, amount - said, happened_at, true, now() - interval '2 hours'
       from bank_statement, (values ('feed', 0), ('moota', 1)) told(feed, said) where id = ${row(7_001)};`,
  ],
  ...['null', "now() + interval '2 hours'"].map((confirmed): [string, string, string] => [
    `a ticket of the member who uploaded its row, confirmed at ${confirmed}`,
    ofUploader,
    `${withoutTriggers} update bank_statement set file_id = (select max(id) from statement_file), confirmed_at = ${confirmed} where id = ${row(7_001)};
     update statement_file set uploaded_by = ${member('Penabung')};`,
  ]),
  [
    'money that came without a ticket and was credited without the fee of its method',
    methodFee,
    `${runsLong} update payment_method set fee_flat = 500 where id = 5;`,
  ],
  [
    'a ticket with a larger fee than its method asks for',
    methodFee,
    `${runsLong} update top_up set fee = fee + 1, amount = amount - 1 where member_id = ${member('Penyetor')};`,
  ],
  ['a sale without its fee', saleFee, `${runsLong} update purchase set fee = 0 where reffclient = 'success';`],
  [
    'a payment that found its owner and waits again',
    provided,
    `insert into suspense_item (cash_code, amount, gateway_payment_id) values ('06', 9_300, ${strayFound});`,
  ],
  [
    'a payment whose ticket was taken back and that waits nowhere',
    provided,
    `update top_up set state = 4 where id = (select top_up_id from suspense_item where amount = 9_300);`,
  ],
  [
    'a payment at the provider in a ticket of a bank',
    provided,
    `update top_up set channel = 'transfer' where id = (select top_up_id from suspense_item where amount = 9_300);`,
  ],
  ['a new payment that waits already', provided, `update gateway_payment set state = 'new' where id = ${stray};`],
  ['money assigned to a ticket of another sum', assigned, `update suspense_item set top_up_id = ${saved} where id = ${found};`],
  [
    'money of two in one ticket',
    assigned,
    `alter table suspense_item disable trigger all; drop index suspense_item_of_top_up;
     update suspense_item set closed_at = now(), closed_how = 'assigned', top_up_id = (select top_up_id from suspense_item where id = ${found}), amount = 8_800 where id = ${waiting};`,
  ],
  ['a ticket called assigned for which no money waited', assigned, `update top_up set how = 'assigned' where id = ${saved};`],
  [
    'a row of a bank that shows a ticket of another sum',
    shown,
    `update bank_statement set explained_id = ${saved} where id = ${row(7_001)};`,
  ],
  [
    'a row that went out for a rejected cash-out and never came back',
    shown,
    `update cash_out set processed_at = created_at where id = ${turnedDown};
     update bank_statement set amount = -5_000, explained = 'cash_out', explained_id = ${turnedDown}, explained_at = now() where id = ${row(-68)};`,
  ],
  ['a row of another bank', shown, `update bank_statement set bank_code = '02' where id = ${row(7_001)};`],
  ['a row that shows a transfer the other way', shown, `update bank_statement set amount = -amount where id = ${row(9_100)};`],
  ['a row that shows another correction', shown, `update bank_statement set amount = -68 where id = ${row(-67)};`],
  ['a ticket that no row paid', shownPaid, `delete from bank_statement where id = ${row(7_001)};`],
  [
    'a ticket whose row shows something else',
    shownPaid,
    `update bank_statement set explained = 'noted', explained_id = null where id = ${row(7_001)};`,
  ],
  ['a row that waits for nothing', shownWaiting, `update suspense_item set statement_id = null where amount = 7_002;`],
  [
    'money that waits for what is known',
    shownWaiting,
    `update bank_statement set explained = 'noted', explained_at = now() where id = ${row(7_002)};`,
  ],
  ['money without an owner that nothing shows', shownOnce, `update suspense_item set statement_id = null where id = ${found};`],
  [
    'money without an owner that a bank and the provider show',
    shownOnce,
    `update suspense_item set statement_id = ${row(7_001)} where gateway_payment_id = ${stray};`,
  ],
  [
    'money that came and is nowhere, since its row is not known',
    shownWhole,
    `update bank_statement set explained = 'new', explained_at = null where id = ${row(7_003)};`,
  ],
  [
    'money that left the books and waits',
    shownWhole,
    `update bank_statement set explained = 'unmatched', explained_at = null where id = ${row(7_003)};`,
  ],
  [
    'two tickets of one sum whose rows were exchanged',
    shownWhole,
    `drop index suspense_item_of_top_up;
     update suspense_item money set top_up_id = (select sum(top_up_id) from suspense_item where amount = 7_004) - top_up_id where amount = 7_004;`,
  ],
  [
    'money in a ticket that was taken back',
    shownWhole,
    `update top_up set state = 4 where id in (select top_up_id from suspense_item where amount = 7_004);`,
  ],
  [
    'money in a ticket and said to be none of ours',
    shownWhole,
    `insert into suspense_item (cash_code, amount, statement_id, closed_how, closed_at)
       select cash_code, amount, statement_id, 'explained', now() from suspense_item where id = ${found};`,
  ],
  [
    'a row of a bank that shows what was paid at the provider',
    shown,
    `update top_up set channel = 'va' where id = (select explained_id from bank_statement where amount = 7_001);`,
  ],
  [
    'an account of a member that was changed to another one',
    goesTo,
    `update bank_account set account_no = '6660006660' where member_id = ${member('Penyetor')};`,
  ],
  [
    'an account of a member in the name of somebody else',
    goesTo,
    `update bank_account set account_name = 'MALING' where member_id = ${member('Penyetor')};`,
  ],
  [
    'an account that was given to another member',
    goesTo,
    `update bank_account set member_id = ${member('Orang lain')} where member_id = ${member('Penyetor')};`,
  ],
  ['an account of the house that was changed to another one', goesTo, `update payment_method set account_no = '6660006660' where id = 2;`],
  ['an account of the house in the name of somebody else', goesTo, `update payment_method set account_name = 'MALING' where id = 2;`],
  ['a fee of top-ups that nobody set', goesTo, `update payment_method set fee_flat = fee_flat + 500 where id = 2;`],
  ['a share of top-ups that nobody set', goesTo, `update payment_method set fee_basis_points = fee_basis_points + 50 where id = 2;`],
  [
    'a ticket that waits and was given to another member',
    madeFor,
    `update top_up set member_id = ${member('Orang lain')} where member_id = ${member('Penyetor')};`,
  ],
  [
    'a ticket that waits for another sum than it was made for',
    madeFor,
    `update top_up set nominal = nominal + 1, amount = amount + 1 where member_id = ${member('Penyetor')};`,
  ],
  ['a ticket that waited and is gone', madeFor, `delete from top_up where member_id = ${member('Penyetor')};`],
  [
    'an account at the provider that pays another member',
    namedThere,
    `insert into payment_request (kind, reference, member_id, state, due_at) select 'va', 'VA-' || code || '-' || ${member('Penyetor')}, ${member('Orang lain')}, 'open', null from installation;`,
  ],
  [
    'a question at the provider of another member than its ticket',
    namedThere,
    `update payment_request set member_id = ${member('Orang lain')} where top_up_id is not null;`,
  ],
  [
    'a decision that waits and that nobody asked for',
    askedSo,
    `insert into approval_request (kind, subject, amount, payload, asked_by, reason)
       values ('cash.move', 'adjustment uji', 5000, '{"act": "adjustment", "amount": 5000}', ${member('Pemblokir')}, 'Uji');`,
  ],
  [
    'a decision that waits for another sum than was asked for',
    askedSo,
    `update approval_request set amount = 5_000_000 where outcome is null;`,
  ],
  [
    'a decision that waits as by somebody else',
    askedSo,
    `update approval_request set asked_by = ${member('Pemblokir')} where outcome is null;`,
  ],
  [
    'a decision that waits about another member than was asked for',
    askedSo,
    `update approval_request set payload = payload || jsonb_build_object('member', ${member('Orang lain')}) where outcome is null;`,
  ],
  [
    'a decision that was agreed to about another member than was asked for',
    askedSo,
    `update approval_request set payload = payload || jsonb_build_object('member', ${member('Orang lain')}), outcome = 'approved', decided_by = ${member('Pemblokir')}, decided_at = now(), decided_reason = 'Uji' where outcome is null;`,
  ],
  ['a special price that was made lower', givenBy, 'update special_price set price = 1;'],
  ['a special price of another buyer', givenBy, `update special_price set buyer_id = ${member('Orang lain')};`],
  [
    'a special price that nobody gave',
    givenBy,
    `insert into special_price (offer_id, buyer_id, price) select offer_id, ${member('Orang lain')}, 1 from special_price;`,
  ],
  ['a bill that is sold for less than it says', 'a bill is sold for no less than it says', 'update inquiry set bill = price + 1;'],
  [
    'money of a bank that was explained away by nobody',
    explainedBy,
    `update suspense_item set closed_at = now(), closed_how = 'explained' where id = ${waiting};
     update bank_statement set explained = 'noted', explained_at = now() where id = (select statement_id from suspense_item where id = ${waiting});` +
      add('unmatched.released', waiting, [-3, -7_700], [-104, 7_700]),
  ],
  [
    'money at the provider that was explained away by nobody',
    explainedBy,
    `update suspense_item set closed_at = now(), closed_how = 'explained' where gateway_payment_id = ${stray};` +
      add('unmatched.released', ticket('suspense_item', 9_200), [-3, -9_200], [-106, 9_200]),
  ],
  ['a bank that lends to itself', cashMoves, redirect('cash.transferred', moved, -105, -101)],
  ['a transfer between banks that a member pays', cashMoves, redirect('cash.transferred', moved, -105, member('Pembeli'))],
  ['a transfer between banks that nobody asked for', cashMoves, add('cash.transferred', 999_999, [-101, -500], [-102, 500])],
  ['a transfer between banks that was not booked', cashMoves, unbook('cash.transferred', moved)],
  ['a bank fee that a member pays', corrections, redirect('cash.corrected', charged, -5, member('Pembeli'))],
  ['a bank fee called interest', corrections, `update cash_correction set kind = 'interest' where id = ${charged};`],
  ['a correction of a bank that nobody made', corrections, add('cash.corrected', 999_999, [-101, -500], [-6, 500])],
  ['an adjustment at the cost of another member', adjustments, redirect('adjustment.booked', adjusted, -6, member('Pembeli'))],
  ['an adjustment for another member', adjustments, redirect('adjustment.booked', adjusted, member('Penabung'), member('Pembeli'))],
  ['an adjustment that nobody made', adjustments, add('adjustment.booked', 999_999, [member('Pembeli'), 500], [-6, -500])],

  ['a debt that was paid out of a balance and is not booked', settlements, unbook('debt.settled', paidDebt)],
  ['a debt that was paid by another member', settlements, redirect('debt.settled', paidDebt, sellerOf('recovering'), member('Pembeli'))],
  ['a debt paid into the fees', settlements, redirect('debt.settled', paidDebt, -7, -4)],
  [
    'a debt paid on another day than it is booked',
    settlements,
    `update debt_settlement set created_at = created_at - interval '1 day' where id = ${paidDebt};`,
  ],
  ['a debt that pays another debt', debts, `update debt_settlement set seller_id = ${sellerOf('success')} where id = ${paidDebt};`],

  ['a hold that is missing', complete, unbook('purchase.held', attempt('pending'))],
  [
    'a hold below the price',
    demanded,
    grow('purchase.held', attempt('pending'), member('Pembeli'), 1) + grow('purchase.held', attempt('pending'), -1, -1),
  ],
  ['a hold of another member’s money', demanded, redirect('purchase.held', attempt('pending'), member('Pembeli'), member('Orang lain'))],
  ['a hold at a wrong account', demanded, redirect('purchase.held', attempt('pending'), -1, -2)],
  ['a hold for nothing', demanded, add('purchase.held', 999_999, [member('Pembeli'), -500], [-1, 500])],
  ['a failure that is not given back', complete, unbook('purchase.released', attempt('failed', 2))],
  [
    'a failure given back to another member',
    demanded,
    redirect('purchase.released', attempt('failed'), member('Pembeli'), member('Orang lain')),
  ],
  [
    'a pending order that was given back',
    demanded,
    add('purchase.released', attempt('pending'), [-1, -10_000], [member('Pembeli'), 10_000]),
  ],
  [
    'a failure held twice in one set instead of given back',
    complete,
    unbook('purchase.released', attempt('failed')) +
      `insert into entry select set_id, leg + 2, account_id, amount, balance_after, event, reference, at from entry where ${event('purchase.held', attempt('failed'))};`,
  ],
  ['a success that is not paid', complete, unbook('purchase.settled', attempt('success'))],
  [
    'a success closed by a release',
    demanded,
    unbook('purchase.settled', attempt('success')) +
      add('purchase.released', attempt('success'), [-1, -10_000], [member('Pembeli'), 10_000]),
  ],
  ['a success paid and given back', demanded, add('purchase.released', attempt('success'), [-1, -10_000], [member('Pembeli'), 10_000])],
  [
    'a success without its fee',
    demanded,
    unbook('purchase.settled', attempt('success')) +
      add('purchase.settled', attempt('success'), [-1, -10_000], [sellerOf('success'), 10_000]),
  ],
  ['a fee in a wrong account', demanded, redirect('purchase.settled', attempt('success'), -4, -6)],
  ['a fee for the seller', demanded, redirect('purchase.settled', attempt('success'), -4, sellerOf('success'))],
  ['a fee that was changed afterwards', demanded, `update purchase set fee = fee + 1 where reffclient = 'success';`],
  ['a sale paid to another member', demanded, redirect('purchase.settled', attempt('success'), sellerOf('success'), member('Orang lain'))],
  [
    'a price that was changed everywhere but in the books',
    demanded,
    `update purchase set price = price - 1 where reffclient = 'failover'; update attempt set price = price - 1 where id = ${attempt('failover', 2)};`,
  ],
  ['a refund of nothing', demanded, add('purchase.refunded', 999_999, [sellerOf('success'), -500], [member('Pembeli'), 500])],
  ['a refund of a failure', demanded, add('purchase.refunded', attempt('failed', 2), [sellerOf('failed'), -500], [member('Pembeli'), 500])],
  [
    'a refund of a sale that stands',
    demanded,
    add('purchase.refunded', attempt('success'), [sellerOf('success'), -9_900], [-4, -100], [member('Pembeli'), 10_000]),
  ],
  ['a refund that is not booked', complete, unbook('purchase.refunded', attempt('refunded'))],
  ['a refund to another member', demanded, redirect('purchase.refunded', attempt('refunded'), member('Pembeli'), member('Orang lain'))],
  ['a refund at the cost of the house', demanded, redirect('purchase.refunded', attempt('refunded'), sellerOf('refunded'), -6)],
  ['a refund without its fee', demanded, redirect('purchase.refunded', attempt('refunded'), -4, sellerOf('refunded'))],
  [
    'more for a seller, called a debt',
    demanded,
    grow('purchase.settled', attempt('recovering'), -7, -5_970) +
      `insert into entry select set_id, 4, ${sellerOf('recovering')}, 5_970, 0, event, reference, at
         from entry where ${event('purchase.settled', attempt('recovering'))} and leg = 1;
       update seller_debt set amount = amount + 5_970 where seller_id = ${sellerOf('recovering')};`,
  ],
  ['an attempt that is missing', demanded, `delete from attempt where id = ${attempt('success')};`],
  ['a purchase that is missing', numbered, `delete from purchase where reffclient = 'success';`],
  [
    'a first attempt that is missing with its entries',
    numbered,
    unbook('purchase.held', attempt('failover')) +
      unbook('purchase.released', attempt('failover')) +
      `delete from attempt where id = ${attempt('failover')};`,
  ],
  [
    'an attempt number that was left out',
    numbered,
    `${withoutTriggers} update attempt set number = 3 where id = ${attempt('failover', 2)};`,
  ],
  [
    'a further attempt after a success',
    'all attempts of a purchase but the last one have failed',
    `insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
       select nextval('attempt_id'), purchase_id, seller_id, offer_id, price, 2, 0 from attempt where id = ${attempt('success')};`,
  ],
  [
    'a final purchase without attempt and entries',
    lastAttempt,
    unbook('purchase.held', attempt('success')) +
      unbook('purchase.settled', attempt('success')) +
      `delete from attempt where id = ${attempt('success')};`,
  ],
  ['a failure that is called a success', lastAttempt, `update purchase set transactionrc = 1 where reffclient = 'failed';`],
  ['a success that is called a failure', lastAttempt, `update purchase set transactionrc = 2 where reffclient = 'success';`],
  ['a success that is called pending', lastAttempt, `update purchase set transactionrc = 0 where reffclient = 'success';`],
  ['a pending order that is called a failure', lastAttempt, `update purchase set transactionrc = 2 where reffclient = 'pending';`],
  ['a refunded purchase that is called a success', lastAttempt, `update purchase set transactionrc = 1 where reffclient = 'refunded';`],
  ['a price that was changed', lastAttempt, `update purchase set price = price + 1 where reffclient = 'success';`],
  ['a seller that was changed', lastAttempt, `update purchase set seller_id = ${sellerOf('failover')} where reffclient = 'success';`],
  [
    'an offer that was changed',
    lastAttempt,
    `update purchase set offer_id = (select offer_id from purchase where reffclient = 'failover') where reffclient = 'success';`,
  ],
  ['an amount above the price', priceBounds, `update purchase set amount = price + 1 where reffclient = 'open-amount';`],
  ['a fee above the price', priceBounds, `update purchase set fee = price + 1 where reffclient = 'pending';`],
  ['a price above the ceiling', priceBounds, `update purchase set maxprice = price - 1 where reffclient = 'success';`],
  [
    'a sale that was given to another seller everywhere',
    ownOffer,
    redirect('purchase.settled', attempt('success'), sellerOf('success'), sellerOf('failover')) +
      `update attempt set seller_id = ${sellerOf('failover')} where id = ${attempt('success')};
       update purchase set seller_id = ${sellerOf('failover')} where reffclient = 'success';`,
  ],
  [
    'a sale of another product',
    ownOffer,
    `update purchase set product_id = (select id from product where code = 'SISA') where reffclient = 'success';`,
  ],
  ['a paid bill that names no purchase', bills, `update inquiry set purchase_id = null;`],
  ['a bill paid by another purchase', bills, `update inquiry set purchase_id = ${purchase('success')};`],
  ['a purchase that no longer names its bill', bills, `update purchase set inquiry_id = null where reffclient = 'bill';`],
  [
    'a bill paid twice',
    bills,
    `update purchase set inquiry_id = (select inquiry_id from purchase where reffclient = 'bill') where reffclient = 'success';`,
  ],
  ['a bill that was cheaper', bills, `update inquiry set price = price - 1;`],
  ['a bill for another target', bills, `update inquiry set target = '1';`],
  ['a forced success that failed', decided, `update purchase_force set to_state = 2 where purchase_id = ${purchase('forced-success')};`],
  ['a forced failure that succeeded', decided, `update purchase_force set to_state = 1 where purchase_id = ${purchase('forced-failure')};`],
  [
    'a refund that was decided and not made',
    decided,
    `update purchase_force set from_state = 1 where purchase_id = ${purchase('forced-failure')};`,
  ],
  [
    'a decision about nothing',
    decided,
    `update purchase_force set purchase_id = 999_999 where purchase_id = ${purchase('forced-success')};`,
  ],
  ['a refund that nobody decided', decidedOnce, `delete from purchase_force where purchase_id = ${purchase('refunded')};`],
  [
    'a refund that was decided twice',
    decidedOnce,
    `insert into purchase_force (purchase_id, member_id, from_state, to_state)
       select purchase_id, member_id, from_state, to_state from purchase_force where purchase_id = ${purchase('refunded')};`,
  ],
  ['a dispute that ended in a refund which was not made', disputes, dispute('success', 2)],
  ['a dispute that still runs though its purchase was refunded', disputes, dispute('refunded', 1)],
  ['a dispute about a failure', disputes, dispute('forced-failure', 3)],
  [
    'a dispute about nothing',
    disputes,
    `${dispute('success', 3)} update dispute set purchase_id = 999_999 where purchase_id = ${purchase('success')};`,
  ],
  ['a dispute of somebody else', disputes, `${dispute('success', 3)} update dispute set buyer_id = ${member('Orang lain')};`],
  [
    'a refund that its seller made without a dispute',
    disputes,
    `update purchase_force set member_id = ${sellerOf('refunded')} where purchase_id = ${purchase('refunded')};`,
  ],
  [
    'a return that runs beside a dispute',
    claims,
    `drop index dispute_one_runs; ${dispute('success', 1)} ${dispute('success', 1, 'return')}`,
  ],
  ['a return after an administrator decided', claims, `${dispute('success', 3)} ${dispute('success', 1, 'return')}`],
  ['a second return', claims, `drop index dispute_of_each_kind; ${dispute('success', 3, 'return')} ${dispute('success', 1, 'return')}`],
  [
    'stock below zero',
    'no stock is below zero',
    `alter table offer_stock drop constraint stock_not_negative; update offer_stock set remaining = -1;`,
  ],

  [
    'a debt that was moved to another seller',
    debts,
    `update seller_debt set amount = case when amount = 9_900 then 0 else 9_900 end
       where amount = 9_900 or seller_id = ${sellerOf('success')};`,
  ],
  ['a debt that was forgiven', debts, `update seller_debt set amount = 0 where amount = 9_900;`],
  [
    'two debts that were exchanged',
    debts,
    `update seller_debt set amount = (select sum(other.amount) from seller_debt other where other.seller_id <> seller_debt.seller_id);`,
  ],
  [
    'a debt taken from who owes nothing',
    'no seller pays back more than it owes',
    grow('purchase.settled', attempt('success'), sellerOf('success'), -50) +
      `insert into entry select set_id, 4, -7, 50, null, event, reference, at
         from entry where ${event('purchase.settled', attempt('success'))} and leg = 1;`,
  ],
  [
    'a debt of a seller that had the money',
    'a refund becomes a debt only where the seller has nothing left',
    grow('purchase.refunded', attempt('refunded'), sellerOf('refunded'), 50) +
      `insert into entry select set_id, 4, -7, -50, null, event, reference, at
         from entry where ${event('purchase.refunded', attempt('refunded'))} and leg = 1;
       insert into seller_debt values (${sellerOf('refunded')}, 50) on conflict (seller_id) do update set amount = seller_debt.amount + 50;`,
  ],

  [
    'a debt of all that a seller was to give back, which had the money',
    'a refund becomes a debt only where the seller has nothing left',
    `insert into seller_debt select seller_id, -entry.amount from entry join attempt on attempt.id = reference
         where ${event('purchase.refunded', attempt('refunded'))} and account_id = seller_id
         on conflict (seller_id) do update set amount = seller_debt.amount + excluded.amount;` +
      redirect('purchase.refunded', attempt('refunded'), sellerOf('refunded'), -7),
  ],

  [
    'a cash-out of a seller that owes',
    'no cash-out is asked for by who owes',
    add('deposit.approved', 900_001, [-101, -100], [sellerOf('refunded-by-debt'), 100]) +
      add('cash_out.requested', 900_001, [sellerOf('refunded-by-debt'), -100], [-2, 100]),
  ],

  ['a day whose sums were never kept', walletDays, dayEnds],
  [
    'a day that gave a member more than its entries',
    walletDays,
    `${dayEnds + daySummed} update wallet_day set paid_in = paid_in + 1 where member_id = ${member('Penabung')};`,
  ],
  [
    'a day with a movement that no entry made',
    walletDays,
    `${dayEnds + daySummed} update wallet_day set entries_out = entries_out + 1 where member_id = ${member('Penabung')};`,
  ],
  [
    'a day on which a seller sold more than its entries',
    sellerDays,
    `${dayEnds + daySummed} update seller_day set sold = sold + 1, paid = paid + 1 where sales > 0;`,
  ],
  [
    'a day on which a seller got more of its fees back than its entries',
    sellerDays,
    `${dayEnds + daySummed} update seller_day set fee_returned = fee_returned + 1 where refunds > 0;`,
  ],
  [
    'days that began two days too early, with their sums',
    bookDays,
    `${dayEnds + daySummed} update ledger_day set day = day - 2; update wallet_day set day = day - 2; update seller_day set day = day - 2;`,
  ],
  [
    'a day that began too early, whose sums say so',
    bookDays,
    `${dayEnds + daySummed} insert into ledger_day select max(day) + 2, max(first_set) from ledger_day;
      update ledger_day set first_set = 1 where day = (select min(day) + 1 from ledger_day); insert into ledger_day select min(day) + 2, 1 from ledger_day;
      update wallet_day set day = day + 2; update seller_day set day = day + 2;`,
  ],
  ['a day of a seller that is gone', sellerDays, `${dayEnds + daySummed} delete from seller_day where refunds > 0;`],
  ['a checkpoint of another amount', checkpoints, 'update account_checkpoint set balance = balance + 1 where account_id = -101;'],
  ['a checkpoint that lacks an account', checkpoints, 'delete from account_checkpoint where account_id = -4;'],
]

/** Forged rows without adjusted balances. */
const plantedInBalances: typeof planted = [
  [
    'a balance that no entry explains',
    'every balance equals the sum of its entries',
    `update wallet set balance = balance + 1 where member_id = ${member('Pembeli')};`,
  ],
  [
    'a running balance that jumps',
    'every running balance follows from one before',
    `update entry set balance_after = balance_after + 1 where ${event('deposit.approved', saved)} and account_id > 0;`,
  ],
  [
    'a member below zero',
    'no member is below zero',
    `alter table wallet drop constraint wallet_not_negative; update wallet set balance = -1 where member_id = ${member('Pembeli')};`,
  ],
]

test('ledger:check finds no breach in a database with every money event and every outcome of a purchase', async () => {
  const events = await market.app.db.read.selectFrom('entry').select('event').distinct().execute()
  const { rows } = await sql<{ event: string }>`select unnest(enum_range(null::ledger_event)) as event`.execute(market.app.db.read)
  expect(events.map(({ event }) => event).toSorted()).toEqual(rows.map(({ event }) => event as string).toSorted())
  expect(await checkLedger(market.app.db)).toEqual([])
  // The check must also find nothing after sums were stored. Otherwise breaches in stored sums could be found for the wrong reason.
  expect(await breachesAfter(dayEnds + daySummed)).toEqual([])
})

test('ledger:check accepts the fees of sales, however long their settings have stood', async () => {
  expect(await breachesAfter(runsLong)).not.toContain(saleFee)
})

test.each(planted)('ledger:check finds %s', async (_, caughtBy, statements) => {
  expect(await breachesAfter(statements + balancesFollow)).toContain(caughtBy)
})

/** As if a database of an older version had got this one. */
const updated = (age: string) => `
  ${withoutTriggers} update migration set applied_at = now() - interval '1 year' where name = '0001-platform.sql';
  update migration set applied_at = now() - interval ${age}
  where name in ('0017-statement-changes.sql', '0020-restatements-per-feed.sql', '0023-doubts-in-audit.sql');`

test.each([afterTicket, maybeSame, restated, askedAbout])(
  'ledger:check accepts what a process of the former version wrote while the database was updated: %s',
  async (rule) => {
    const statements = planted.find(([, caughtBy]) => caughtBy === rule)?.[2] ?? ''
    expect(await breachesAfter(updated("'2 hours'") + statements + balancesFollow)).not.toContain(rule)
    expect(await breachesAfter(updated("'5 hours'") + statements + balancesFollow)).toContain(rule)
  },
)

test.each(
  forgeries.filter(({ what }) =>
    [
      'a debit that no bank calls a reversal',
      'a row of which nobody said that it may be another one',
      'a restatement that no feed made',
    ].includes(what),
  ),
)('ledger:check accepts of an older version what is, since then, $what', async ({ caughtBy, statements }) => {
  expect(await breachesAfter(updated("'2 hours'") + statements)).not.toContain(caughtBy)
  expect(await breachesAfter(updated("'5 hours'") + statements)).toContain(caughtBy)
})

test.each(plantedInBalances)('ledger:check finds %s if balances are not adjusted', async (_, caughtBy, statements) => {
  expect(await breachesAfter(statements)).toContain(caughtBy)
})

const moneySettings = Object.entries(settingDefaults).flatMap(([name, { kind }]) =>
  kind === 'rupiah' || kind === 'basisPoints' ? [name] : [],
)

test('ledger:check counts a loss that was booked before the provider repeated itself', async () => {
  const loss = `insert into cash_correction (cash_code, kind, amount, reason) values ('06', 'loss', -5_000, 'Uji');`
  const repeated = `update payout set updated_at = now() + interval '1 hour', contradicted_at = now() + interval '1 hour' where cash_out_id = ${turnedDown};`
  expect(await breachesAfter(calledPaid(turnedDown, 1) + repeated)).toContain(paidOnce)
  expect(await breachesAfter(calledPaid(turnedDown, 1) + loss + repeated)).not.toContain(paidOnce)
})

test.each(moneySettings)('ledger:check finds a change of the money setting %s that was not audited', async (name) => {
  const statements = `insert into setting (name, value) values ('${name}', '"77"') on conflict (name) do update set value = '"77"';`
  expect(await breachesAfter(statements)).toContain('a rule about money is the one that was set')
})

test('every rule finds the breach of at least one test', () => {
  const caught = [...planted, ...plantedInBalances].map(([, rule]) => rule)
  const forged = forgeries.map(({ caughtBy }) => caughtBy).filter((rule) => rule !== 'a row of a bank stands as it was told')
  expect([...new Set([...caught, ...forged])].toSorted()).toEqual(ruleNames.toSorted())
})

test.each(['sales', 'refunds', 'refunded', 'uncovered', 'fee_returned'])(
  'a breach of a seller’s day with changed %s shows the stored and the computed value',
  async (sum) => {
    const statements = `${dayEnds + daySummed} update seller_day set ${sum} = ${sum} + 1 where refunds > 0;`
    const breachRow = (await foundAfter(statements)).find(({ rule }) => rule === sellerDays)?.row
    const [, kept, counted] = /^on \S+ seller \d+ has (.*) in the sums and (.*) in its entries$/.exec(breachRow ?? '') ?? []
    expect(kept, breachRow).toBeDefined()
    expect(kept).not.toBe(counted)
  },
)
