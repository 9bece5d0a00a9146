import {
  add,
  adjusted,
  asked,
  atProvider,
  attempt,
  cameBack,
  charged,
  dispute,
  event,
  found,
  grow,
  member,
  moved,
  paidByProvider,
  paidDebt,
  paidOut,
  purchase,
  redirect,
  row,
  saved,
  sellerOf,
  stray,
  ticket,
  turnedDown,
  unbook,
  underWay,
  waiting,
} from './planting.ts'

/*
 * Forgeries are consistent corruptions: a row and its entries are inserted, changed or removed together, bypassing the program and every index that
 * would refuse them. Each forgery states the column of money that it changes and the rule that must detect it.
 */

const inAudit = 'what was done with money stands in the audit, by who did it and of that sum'
const hasRow = 'what the audit tells of money has its row'
const byTwo = 'a balance is adjusted by two administrators, and a second one agreed to what is said to be of two'
const decidedAs = 'a request for a second administrator was decided as the audit says, by the same person'
const spoke = 'the word of a person about a purchase is that of who the audit names'
const verdict = 'a dispute ends as the refund that ended it: by the same person, for the same reason'
const awayBy = 'who explained money away, or gave it to its owner by hand, stands in the audit'
const cameAs = 'money without an owner is of the bank, the sum and the source that it came with'
const explainedAs = 'a row of a bank is explained as the audit says, and without an administrator only as the program explains rows'
const once = 'what is once is there once'
const numbered = 'payouts of a cash-out are numbered from 1 without a gap'
const isThere = 'what a row of money names is there'
const askedAbout =
  'no money that an administrator gave to a member is beside an approval by hand without a row about which nobody was asked'
const sums = 'a ticket says the sums that it was made with'
const shownAs = 'a payer is shown the page, the code or the account that the provider answered'
const askedSum = 'a payment at the provider is of the sum that was asked for'
const kept = 'a kept file of a bank has the rows that it told'
const asReported = 'a row of a bank stands as it was told'
const claimed = 'a claim about a purchase is of the kind and for the reason that it began with'
const closedBy = 'a cash-out closed the account of its member exactly where the audit says so'
const shutAs = 'an account is shut as the audit says, and its wallet with it'
const endedAs = 'a ticket ended unpaid as the audit says: rejected or cancelled, and by whom'
const settledBy = 'a difference was ended as the audit says: by the same person, for the same reason'
const failed = 'a payout that failed was said to have failed'
const contradictedAs = 'a failed payout is contradicted exactly where the audit says so'
const paysFirst = 'a seller that owes pays it out of its sales first'
const missingAs = 'a payout is missing at the provider since when the audit says so'
const confirmedAs = 'a row that a file told was confirmed by a feed exactly where the audit says so'
const ruled = 'a rule about money is the one that was set'
const asksSecond = 'what waits for a second administrator is what the first one asked for'
const enteredAs = 'an account that money goes to is the one that was entered'
const reversalAs = 'a row of a bank is a reversal exactly where the audit says so'
const maybeSameAs = 'a row of a bank may be the same as the one that the audit says, until an administrator decides'
const restatedAs = 'what a feed says otherwise of a row of a bank is what the audit says'
const countsAs = 'an administrator whom another one removed alone counts as a second one for as long as the audit says'
const processedAs = 'a cash-out is in process since the audit says so'
const countedBy = 'the counts of stocks of a seller sum to what the audit says that was counted'
const stock = 'what is left of a stock is what was counted, less what was sold of it'

interface Forgery {
  what: string
  /** The changed column: of money, or one that decides about money. */
  of: string
  caughtBy: string
  statements: string
}

const forgery = (what: string, of: string, caughtBy: string, statements: string): Forgery => ({ what, of, caughtBy, statements })

const someone = member('Orang lain')
const saver = member('Penabung')
const unchecked = 'set local session_replication_role = replica;'
const both = (name: string, reference: string, one: string | number, other: string | number, by: number) =>
  grow(name, reference, one, -by) + grow(name, reference, other, by)
const madeUp = (table: string, columns: string, values: string, id = 900_001) =>
  `${unchecked} insert into ${table} (id, ${columns}) overriding system value values (${id}, ${values});`
const copied = (table: string, where: string, changes: Record<string, string>) => `
  create temporary table copy_of on commit drop as select * from ${table} where ${where} limit 1;
  update copy_of set ${Object.entries(changes)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')};
  insert into ${table} overriding system value select * from copy_of; drop table copy_of;`
const without = (index: string) => `drop index ${index};`

const openTopUp = (id: number, channel: 'transfer' | 'va', memberId: string, reffclient = 'null') =>
  `insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, reffclient) values (${id}, ${memberId}, 1, '${channel}', '01', 51_001, 0, 51_001, ${reffclient});`
const paidTopUp = (how: string, bank = '01', by = 'null') =>
  `insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at, approved_by)
     values (900_001, ${someone}, 1, '${bank === '06' ? 'qris' : 'transfer'}', '${bank}', 60_000, 0, 60_000, 2, 60_000, 60_000, '${how}', now(), ${by});` +
  add('deposit.approved', 900_001, [bank === '06' ? -106 : -101, -60_000], [someone, 60_000])
const bankRow = (amount: number, explained: string, about: string) =>
  `insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, explained, explained_id, explained_at, why)
     values ('01', '1', now(), true, ${amount}, '', '', 'feed', sha256(random()::text::bytea), 1, '${explained}', ${about}, now(), 'Uji');`
const forced = (reffclient: string, to: number, from: number, by = saver) =>
  `insert into purchase_force (purchase_id, member_id, from_state, to_state, description) values (${purchase(reffclient)}, ${by}, ${from}, ${to}, 'Uji');`
const refunds = (reffclient: string) =>
  `update purchase set transactionrc = 2, refunded_at = now() where reffclient = '${reffclient}';` +
  add('purchase.refunded', attempt(reffclient), [sellerOf(reffclient), -9_900], [-4, -100], [member('Pembeli'), 10_000])
const returned = ticket('cash_out', 6_000)
const stocked = `(select offer_id from offer_stock limit 1)`

export const forgeries: Forgery[] = [
  forgery(
    'an adjustment that was made up with its entries',
    'adjustment.amount',
    inAudit,
    madeUp('adjustment', 'member_id, amount, reason, asked_by, second_by', `${someone}, 5_000, 'Uji', ${saver}, ${member('Tetangga')}`) +
      add('adjustment.booked', 900_001, [-6, -5_000], [someone, 5_000]),
  ),
  forgery(
    'an adjustment made larger with its entries',
    'adjustment.amount',
    inAudit,
    `update adjustment set amount = amount + 7 where id = ${adjusted};${both('adjustment.booked', '(select id from adjustment where amount = 807)', -6, saver, 7)}`,
  ),
  forgery(
    'an adjustment given to somebody else with its entries',
    'adjustment.amount',
    inAudit,
    `update adjustment set member_id = ${someone} where id = ${adjusted};${redirect('adjustment.booked', adjusted, saver, someone)}`,
  ),
  forgery(
    'an adjustment removed with its entries',
    'adjustment.amount',
    hasRow,
    `${unbook('adjustment.booked', adjusted)}delete from adjustment where id = ${adjusted};`,
  ),
  forgery('an adjustment without a second administrator', 'adjustment.amount', byTwo, 'update adjustment set second_by = null;'),
  forgery(
    'an adjustment that nobody asked for',
    'adjustment.amount',
    byTwo,
    'update adjustment set asked_by = null, second_by = null where amount > 0;',
  ),
  forgery(
    'an adjustment that a second one is said to have agreed to',
    'adjustment.amount',
    byTwo,
    `update adjustment set second_by = ${member('Tetangga')} where id = ${adjusted};`,
  ),
  forgery(
    'an adjustment with a line in the audit that nobody agreed to',
    'adjustment.amount',
    byTwo,
    madeUp('adjustment', 'member_id, amount, reason, asked_by, second_by', `${someone}, 5_000, 'Uji', ${saver}, ${member('Tetangga')}`) +
      add('adjustment.booked', 900_001, [-6, -5_000], [someone, 5_000]) +
      `insert into audit (event, actor_id, address, subject_kind, subject, after)
         select 'adjustment.booked', ${member('Tetangga')}, '', 'adjustment', '900001', jsonb_build_object('member', ${someone}, 'amount', 5000, 'askedby', ${saver});`,
  ),
  forgery(
    'a decision about another sum',
    'approval_request.amount',
    byTwo,
    "update approval_request set amount = amount + 1 where kind = 'cash.move';",
  ),
  forgery(
    'an adjustment booked twice, with its entries and its line in the audit, of which one was agreed to',
    'adjustment.amount',
    byTwo,
    `insert into audit (event, actor_id, address, subject_kind, subject, after)
       select event, actor_id, address, subject_kind, '900001', after from audit where event = 'adjustment.booked' and subject = ${adjusted}::text;` +
      copied('adjustment', `id = ${adjusted}`, { id: '900_001' }) +
      add('adjustment.booked', 900_001, [-6, -800], [saver, 800]),
  ),
  forgery(
    'an approval that no second administrator gave',
    'approval_request.outcome',
    decidedAs,
    `update approval_request set outcome = 'approved', decided_by = ${member('Pemblokir')}, decided_at = now(), decided_reason = 'Uji' where outcome is null;`,
  ),
  forgery(
    'an approval that is called a rejection',
    'approval_request.outcome',
    decidedAs,
    "update approval_request set outcome = 'rejected' where outcome = 'approved' and amount = 801;",
  ),
  forgery(
    'an approval that waits again',
    'approval_request.outcome',
    decidedAs,
    "update approval_request set outcome = null, decided_by = null, decided_at = null, decided_reason = null where outcome = 'approved' and amount = 801;",
  ),
  forgery(
    'an approval that another administrator is said to have given',
    'approval_request.decided_by',
    decidedAs,
    `update approval_request set decided_by = ${saver} where outcome = 'approved' and amount = 801;`,
  ),
  forgery(
    'an approval that is gone',
    'approval_request.outcome',
    decidedAs,
    "delete from approval_request where outcome = 'approved' and amount = 801;",
  ),
  forgery(
    'a request that waits and is gone, so that another administrator decides alone',
    'approval_request.asked_by',
    asksSecond,
    'delete from approval_request where outcome is null;',
  ),

  forgery(
    'a transfer between banks that was made up with its entries',
    'cash_transfer.amount',
    inAudit,
    madeUp('cash_transfer', 'from_code, to_code, amount, reason', `'01', '02', 4_000, 'Uji'`) +
      add('cash.transferred', 900_001, [-102, -4_000], [-101, 4_000]),
  ),
  forgery(
    'a transfer between banks made larger with its entries',
    'cash_transfer.amount',
    inAudit,
    `update cash_transfer set amount = 9_007 where id = ${moved};${both('cash.transferred', ticket('cash_transfer', 9_007), -105, -101, 7)}`,
  ),
  forgery(
    'a transfer between other banks, with its entries',
    'cash_transfer.amount',
    inAudit,
    `update cash_transfer set to_code = '02' where id = ${moved};${redirect('cash.transferred', moved, -105, -102)}`,
  ),
  forgery(
    'a transfer between banks removed with its entries',
    'cash_transfer.amount',
    hasRow,
    `${unbook('cash.transferred', moved)}delete from cash_transfer where id = ${moved};`,
  ),
  forgery(
    'a transfer between banks to which nobody agreed',
    'cash_transfer.amount',
    byTwo,
    `update cash_transfer set asked_by = ${saver}, second_by = ${someone} where id = ${moved};`,
  ),

  forgery(
    'a correction of a bank that was made up with its entries',
    'cash_correction.amount',
    inAudit,
    madeUp('cash_correction', 'cash_code, amount, kind, reason', `'01', -4_000, 'loss', 'Uji'`) +
      add('cash.corrected', 900_001, [-101, 4_000], [-6, -4_000]),
  ),
  forgery(
    'a correction of a bank made larger with its entries',
    'cash_correction.amount',
    inAudit,
    `update cash_correction set amount = -72 where id = ${charged};${both('cash.corrected', ticket('cash_correction', -72), -5, -101, 7)}`,
  ),
  forgery(
    'a correction called another one, with its entries',
    'cash_correction.amount',
    inAudit,
    `update cash_correction set kind = 'loss' where id = ${charged};${redirect('cash.corrected', charged, -5, -6)}`,
  ),
  forgery(
    'a correction of a bank removed with its entries',
    'cash_correction.amount',
    hasRow,
    `${unbook('cash.corrected', charged)}delete from cash_correction where id = ${charged};`,
  ),

  forgery('an opening top-up that was made up with its entries', 'top_up.received', inAudit, paidTopUp('opening')),
  forgery(
    'an opening top-up made larger with its entries',
    'top_up.received',
    inAudit,
    `update top_up set amount = amount + 7, nominal = nominal + 7, received = received + 7, credited = credited + 7 where id = ${saved};` +
      both('deposit.approved', ticket('top_up', 40_007), -101, saver, 7),
  ),
  forgery(
    'an opening top-up of somebody else, with its entries',
    'top_up.received',
    inAudit,
    `update top_up set member_id = ${someone} where id = ${saved};${redirect('deposit.approved', saved, saver, someone)}`,
  ),
  forgery(
    'a top-up that a bank is said to have paid, with its row and entries',
    'top_up.received',
    inAudit,
    paidTopUp('statement') + bankRow(60_000, 'deposit', '900_001'),
  ),
  forgery(
    'a top-up that the provider is said to have paid, with its payment and entries',
    'top_up.received',
    inAudit,
    paidTopUp('gateway', '06') +
      `insert into payment_request (member_id, top_up_id, reference, kind, amount, state, due_at) values (${someone}, 900_001, 'uji-900001', 'qris', 60_000, 'paid', null);
       insert into gateway_payment (kind, provider_payment_id, reference, amount, facts, state, top_up_id) values ('qris', 'p-900001', 'uji-900001', 60_000, '{}', 'credited', 900_001);`,
  ),
  forgery('a top-up that an administrator is said to have approved', 'top_up.received', inAudit, paidTopUp('admin', '01', saver)),
  forgery(
    'a top-up made of money that never waited, with all its rows',
    'top_up.received',
    inAudit,
    paidTopUp('assigned') +
      bankRow(60_000, 'deposit', '900_001') +
      `insert into suspense_item (id, cash_code, amount, statement_id, closed_at, closed_how, top_up_id) overriding system value
         values (900_001, '01', 60_000, (select max(id) from bank_statement), now(), 'assigned', 900_001);` +
      add('unmatched.received', 900_001, [-101, -60_000], [-3, 60_000]) +
      add('unmatched.released', 900_001, [-3, -60_000], [-101, 60_000]),
  ),
  forgery(
    'a top-up that credited less than it brought, with its entries',
    'top_up.credited',
    inAudit,
    `update top_up set fee = 350, amount = 39_900, credited = 39_900 where id = ${saved}; update top_up set how = 'admin', approved_by = member_id where amount = 39_900;` +
      both('deposit.approved', ticket('top_up', 39_900), saver, -4, 100),
  ),
  forgery(
    'a fee of a top-up that the house kept, with its entries',
    'top_up.fee',
    inAudit,
    `update top_up set fee = fee + 100, amount = amount - 100, credited = credited - 100 where nominal = 9_250;` +
      both('deposit.approved', '(select id from top_up where nominal = 9_250)', saver, -4, 100).replace(/$/, '') +
      `insert into entry select set_id, 3, -4, 100, null, event, reference, at from entry where ${event('deposit.approved', '(select id from top_up where nominal = 9_250)')} and leg = 1;`,
  ),
  forgery(
    'a ticket of another sum than came',
    'top_up.nominal',
    sums,
    `alter table top_up drop constraint top_up_check; update top_up set nominal = nominal + 5 where id = ${saved};`,
  ),
  forgery(
    'a ticket of another amount',
    'top_up.amount',
    sums,
    `alter table top_up drop constraint top_up_check; update top_up set amount = amount - 5 where id = ${saved};`,
  ),
  forgery(
    'a top-up taken back that nobody took back, with its entries',
    'top_up.received',
    inAudit,
    `update top_up set state = 4, ended_at = now() where id = ${saved};` +
      add('deposit.cancelled', saved, [saver, -40_000], [-4, -250], [-101, 40_250]),
  ),
  forgery(
    'a top-up that was taken back and stands again, with its entries',
    'top_up.received',
    hasRow,
    `${unbook('deposit.cancelled', ticket('top_up', 30_000))}update top_up set state = 2, ended_at = null where amount = 30_000;`,
  ),
  forgery(
    'a top-up that an administrator approved and that a bank is said to have paid, with its row',
    'top_up.how',
    inAudit,
    `update top_up set how = 'statement' where nominal = 9_250;${bankRow(9_250, 'deposit', '(select id from top_up where nominal = 9_250)')}`,
  ),
  forgery(
    'a top-up that a bank paid and that is called an opening balance',
    'top_up.how',
    inAudit,
    `update top_up set how = 'opening' where nominal = 7_001;`,
  ),
  forgery('a rejected ticket that is called cancelled', 'top_up.state', endedAs, 'update top_up set state = 4 where nominal = 10_001;'),
  forgery('a cancelled ticket that is called rejected', 'top_up.state', endedAs, 'update top_up set state = 3 where nominal = 10_002;'),
  forgery(
    'a cancelled ticket that is said to have expired, so that late money pays it',
    'top_up.ended_by',
    endedAs,
    'update top_up set ended_by = null where nominal = 10_002;',
  ),
  forgery(
    'an expired ticket that waits again, so that late money pays it',
    'top_up.state',
    endedAs,
    'update top_up set state = 1, ended_at = null, ended_reason = null where nominal = 10_003;',
  ),
  forgery(
    'an open ticket that is said to have expired',
    'top_up.state',
    endedAs,
    "update top_up set state = 4, ended_at = now(), ended_reason = 'Kedaluwarsa' where nominal > 100_000 and state = 1;",
  ),
  forgery('an expired ticket that is gone', 'top_up.state', endedAs, 'delete from top_up where nominal = 10_003;'),
  forgery(
    'a difference that another administrator is said to have ended',
    'reconciliation_difference.ended_by',
    settledBy,
    `update reconciliation_difference set ended_by = ${saver} where ended_at is not null;`,
  ),
  forgery(
    'a difference that nobody ended',
    'reconciliation_difference.ended_by',
    settledBy,
    `insert into reconciliation_difference (scope, key, day, kind, reference, ours, theirs, detail, ended_at, ended_by, ended_reason)
       values ('bank', '01', '2026-01-03', 'balance', 'saldo', 5, 6, 'Uji', now(), ${saver}, 'Uji');`,
  ),
  forgery(
    'a difference that was ended and is open again',
    'reconciliation_difference.ended_by',
    settledBy,
    'update reconciliation_difference set ended_at = null, ended_by = null, ended_reason = null;',
  ),
  forgery(
    'a difference that was found again and is ended as before',
    'reconciliation_difference.ended_by',
    settledBy,
    `update reconciliation_difference set ended_at = now(), ended_reason = 'Uji',
       ended_by = (select actor_id from audit where event = 'reconciliation.ended' order by id desc limit 1) where ended_at is null;`,
  ),
  forgery(
    'money that was given to a member beside an approval by hand that nobody is said to have seen',
    'top_up.beside',
    askedAbout,
    'update top_up set beside = null where nominal = 8_800;',
  ),
  forgery(
    'a ticket beside one that is gone',
    'top_up.nominal',
    isThere,
    `${unchecked} update top_up set beside = 999_999 where id = ${saved};`,
  ),

  forgery(
    'a cash-out that was made up with its entries',
    'cash_out.amount',
    inAudit,
    `insert into cash_out (id, member_id, bank_code, account_no, account_name, amount) values (900_001, ${someone}, '04', '1', 'Uji', 5_000);` +
      add('cash_out.requested', 900_001, [someone, -5_000], [-2, 5_000]),
  ),
  forgery(
    'a cash-out made smaller with its entries',
    'cash_out.amount',
    inAudit,
    `update cash_out set amount = 6_993 where id = ${asked};${both('cash_out.requested', ticket('cash_out', 6_993), -2, sellerOf('recovering'), 7)}`,
  ),
  forgery(
    'a cash-out that is said never to have been processed, so that its returned money pays a ticket',
    'cash_out.processed_at',
    processedAs,
    'update cash_out set processed_at = null where processed_at is not null;',
  ),
  forgery(
    'a cash-out that is said to be processed later than it was',
    'cash_out.processed_at',
    processedAs,
    "update cash_out set processed_at = processed_at + interval '2 days' where processed_at is not null;",
  ),
  forgery(
    'a rejected cash-out that nobody had processed',
    'cash_out.processed_at',
    processedAs,
    `update cash_out set processed_at = created_at where id = ${turnedDown};`,
  ),
  forgery(
    'an administrator who lost the role and does not count any more, so that who took it decides alone',
    'blocked_administrator.blocked_at',
    countsAs,
    `delete from blocked_administrator where member_id = ${member('Diturunkan')};`,
  ),
  forgery(
    'a blocked administrator who does not count any more',
    'blocked_administrator.blocked_at',
    countsAs,
    `delete from blocked_administrator where member_id = ${member('Admin terblokir')};`,
  ),
  forgery(
    'a blocked administrator who is said to be blocked for long',
    'blocked_administrator.blocked_at',
    countsAs,
    "update blocked_administrator set blocked_at = now() - interval '4 days';",
  ),
  forgery(
    'an administrator whom another one is said to have removed, so that who did it decides alone',
    'blocked_administrator.blocked_by',
    countsAs,
    `update blocked_administrator set blocked_by = ${saver};`,
  ),
  forgery(
    'an account that is said to be older than it is, so that it gets money at once',
    'bank_account.updated_at',
    enteredAs,
    `update bank_account set updated_at = now() - interval '2 days' where member_id = ${member('Penyetor')};`,
  ),
  forgery(
    'a rule that a new account gets money at once',
    'bank_account.updated_at',
    ruled,
    `insert into setting (name, value) values ('bankAccounts.payableAfterHours', '0') on conflict (name) do update set value = '0';`,
  ),
  forgery(
    'a cash-out to another account',
    'cash_out.amount',
    inAudit,
    `update cash_out set account_no = '9999999999' where id = ${asked};`,
  ),
  forgery('a cash-out to another bank', 'cash_out.amount', inAudit, `update cash_out set bank_code = '01' where id = ${asked};`),
  forgery(
    'a cash-out of somebody else, with its entries',
    'cash_out.amount',
    inAudit,
    `update cash_out set member_id = ${someone} where id = ${asked};${redirect('cash_out.requested', asked, sellerOf('recovering'), someone)}`,
  ),
  forgery(
    'a cash-out paid that nobody paid, with its entries',
    'cash_out.amount',
    inAudit,
    `update cash_out set state = 2, paid_at = now(), paid_from = '04', paid_how = 'hand', approved_by = ${saver} where id = ${asked};` +
      add('cash_out.paid', asked, [-2, -7_000], [-104, 7_000]),
  ),
  forgery(
    'a cash-out paid from another bank, with its entries',
    'cash_out.amount',
    inAudit,
    `update cash_out set paid_from = '01' where id = ${paidOut};${redirect('cash_out.paid', paidOut, -104, -101)}`,
  ),
  forgery(
    'a cash-out rejected that nobody rejected, with its entries',
    'cash_out.amount',
    inAudit,
    `update cash_out set state = 3, ended_at = now() where id = ${asked};` +
      add('cash_out.rejected', asked, [-2, -7_000], [sellerOf('recovering'), 7_000]),
  ),
  forgery('a rejected cash-out called withdrawn', 'cash_out.amount', inAudit, `update cash_out set state = 4 where id = ${turnedDown};`),
  forgery(
    'a cash-out sent back that no bank sent back, with its entries',
    'cash_out.amount',
    inAudit,
    `update cash_out set state = 4, returned_at = now() where id = ${paidOut};` +
      add('cash_out.returned', paidOut, [-104, -9_900], [sellerOf('refunded-by-debt'), 9_900]),
  ),
  forgery(
    'a cash-out sent back that stays paid, with its entries',
    'cash_out.amount',
    hasRow,
    `${unbook('cash_out.returned', cameBack)}update cash_out set state = 2, returned_at = null where id = ${returned};`,
  ),
  forgery(
    'a rejected cash-out removed with its entries',
    'cash_out.amount',
    hasRow,
    `${unbook('cash_out.requested', turnedDown) + unbook('cash_out.rejected', turnedDown)}delete from cash_out where id = ${turnedDown};`,
  ),

  forgery(
    'a payout and its cash-out made larger, with the entries',
    'payout.amount',
    inAudit,
    `update payout set amount = 6_107 where cash_out_id = ${paidByProvider};
     update cash_out set amount = 6_107 where amount = 6_100;` +
      both('cash_out.requested', ticket('cash_out', 6_107), saver, -2, 7) +
      both('cash_out.paid', ticket('cash_out', 6_107), -2, -106, 7) +
      both('cash_out.returned', ticket('cash_out', 6_107), -106, saver, 7),
  ),
  forgery(
    'a payout that was never asked for',
    'payout.amount',
    inAudit,
    `insert into payout (cash_out_id, number, reference, amount, state, asked_by, reason, due_at, failure)
       select ${asked}, 1, 'CO-' || code || '-' || ${asked} || '-1', 7_000, 'failed', ${saver}, 'Uji', null, 'Uji' from installation;`,
  ),
  forgery(
    'a payout whose first is missing',
    'payout.amount',
    numbered,
    `update payout set number = 2, reference = left(reference, -1) || '2' where id = ${underWay};`,
  ),
  forgery(
    'two payouts under way of one cash-out',
    'payout.amount',
    once,
    without('payout_live') + copied('payout', `id = ${underWay}`, { id: '900_001', number: '2', reference: "left(reference, -1) || '2'" }),
  ),
  forgery(
    'two payouts that paid one cash-out',
    'payout.amount',
    once,
    without('payout_paid') +
      copied('payout', `cash_out_id = ${paidByProvider}`, { id: '900_001', number: '2', reference: "left(reference, -1) || '2'" }),
  ),
  forgery(
    'two payouts of one number',
    'payout.amount',
    once,
    'alter table payout drop constraint payout_number; alter table payout drop constraint payout_reference_key;' +
      copied('payout', `cash_out_id = ${paidByProvider}`, { id: '900_001', state: "'failed'", failure: "'Uji'" }),
  ),
  forgery(
    'a payout of a cash-out that is gone',
    'payout.amount',
    isThere,
    `${unchecked} update payout set cash_out_id = 999_999 where id = ${underWay};`,
  ),

  forgery(
    'money without an owner made larger, with its row and entries',
    'suspense_item.amount',
    asReported,
    `update bank_statement set amount = 7_707, description = 'Uji' where id = (select statement_id from suspense_item where id = ${waiting});
     update suspense_item set amount = 7_707 where amount = 7_700;` +
      both('unmatched.received', ticket('suspense_item', 7_707), -104, -3, 7),
  ),
  forgery(
    'money without an owner made larger, with its row without a text and the entries',
    'suspense_item.amount',
    cameAs,
    `update bank_statement set amount = 7_707, description = '' where id = (select statement_id from suspense_item where id = ${waiting});
     update suspense_item set amount = 7_707 where amount = 7_700;` +
      both('unmatched.received', ticket('suspense_item', 7_707), -104, -3, 7),
  ),
  forgery(
    'a payment without an owner made larger, with its money and entries',
    'gateway_payment.amount',
    cameAs,
    `update gateway_payment set amount = 9_207 where id = ${stray}; update suspense_item set amount = 9_207 where amount = 9_200;` +
      both('unmatched.received', ticket('suspense_item', 9_207), -106, -3, 7),
  ),
  forgery(
    'a payment without an owner that was made up, with its money and entries',
    'suspense_item.amount',
    cameAs,
    `insert into gateway_payment (id, kind, provider_payment_id, reference, amount, facts, state) overriding system value
       values (900_001, 'qris', 'p-900001', 'uji', 60_000, '{}', 'unmatched');` +
      madeUp('suspense_item', 'cash_code, amount, gateway_payment_id', `'06', 60_000, 900_001`) +
      add('unmatched.received', 900_001, [-106, -60_000], [-3, 60_000]),
  ),
  forgery(
    'a payment without an owner that is gone, with its money and entries',
    'suspense_item.amount',
    cameAs,
    unbook('unmatched.received', ticket('suspense_item', 9_200)) +
      `delete from suspense_item where amount = 9_200; delete from gateway_payment where id = ${stray};`,
  ),
  forgery(
    'money explained away by somebody who did not',
    'suspense_item.amount',
    awayBy,
    `update suspense_item set closed_by = ${saver} where amount = 7_003;`,
  ),
  forgery(
    'money given to its owner by somebody who did not',
    'suspense_item.amount',
    awayBy,
    `update suspense_item set closed_by = ${saver} where id = ${found};`,
  ),
  forgery(
    'money whose row of a bank is gone',
    'suspense_item.amount',
    isThere,
    `${unchecked} delete from bank_statement where id = (select statement_id from suspense_item where id = ${found});`,
  ),
  forgery(
    'money whose payment at the provider is gone',
    'suspense_item.amount',
    isThere,
    `${unchecked} delete from gateway_payment where id = ${stray};`,
  ),
  forgery(
    'money whose ticket is gone',
    'suspense_item.amount',
    isThere,
    `${unchecked} update suspense_item set top_up_id = 999_999 where id = ${found};`,
  ),
  forgery(
    'money of one row that waits twice',
    'suspense_item.amount',
    once,
    without('suspense_item_of_statement') + copied('suspense_item', `id = ${waiting}`, { id: '900_001' }),
  ),
  forgery(
    'money of one payment that waits twice',
    'suspense_item.amount',
    once,
    without('suspense_item_of_payment') + copied('suspense_item', `gateway_payment_id = ${stray}`, { id: '900_001' }),
  ),
  forgery(
    'money of two rows in one ticket',
    'suspense_item.amount',
    once,
    without('suspense_item_of_top_up') + copied('suspense_item', `id = ${found}`, { id: '900_001' }),
  ),

  forgery(
    'a row of a bank used for two tickets',
    'bank_statement.amount',
    once,
    without('statement_explains_once') +
      copied('bank_statement', `id = ${row(7_001)}`, { id: '900_001', fingerprint: "'x'::bytea", description: "''" }),
  ),
  forgery(
    'a row of a bank that is there twice',
    'bank_statement.amount',
    once,
    without('statement_once') + without('statement_explains_once') + copied('bank_statement', `id = ${row(7_001)}`, { id: '900_001' }),
  ),
  forgery(
    'a row of a bank of another sum than its feed told',
    'bank_statement.amount',
    asReported,
    `update bank_statement set amount = amount + 7 where id = ${row(7_002)};`,
  ),
  forgery(
    'a row of a bank of another day than its feed told',
    'bank_statement.amount',
    asReported,
    `update bank_statement set happened_at = happened_at - interval '1 day' where id = ${row(7_002)};`,
  ),
  forgery(
    'a row of a kept file of another sum, whose text is forgotten',
    'bank_statement.amount',
    asReported,
    `update bank_statement set amount = amount + 7, description = '' where id = (select min(id) from bank_statement where file_id is not null);`,
  ),
  forgery(
    'a debit that nobody explained and that is noted as not the platform’s',
    'bank_statement.explained',
    explainedAs,
    `update bank_statement set explained = 'noted', explained_at = now(), why = 'Uji' where id = ${row(-68)};`,
  ),
  forgery(
    'a debit that nobody explained and that an administrator is said to have noted',
    'bank_statement.explained',
    explainedAs,
    `update bank_statement set explained = 'noted', explained_at = now(), explained_by = ${saver}, why = 'Uji' where id = ${row(-68)};`,
  ),
  forgery(
    'a debit that is said to show a correction',
    'bank_statement.explained',
    explainedAs,
    `update bank_statement set explained = 'correction', explained_id = ${charged}, explained_at = now(), why = 'Uji' where id = ${row(-65)};`,
  ),
  forgery(
    'a noted debit that is open again',
    'bank_statement.explained',
    explainedAs,
    `update bank_statement set explained = 'new', explained_at = null, explained_by = null where id = ${row(-69)};`,
  ),
  forgery(
    'a noted debit whose administrator is forgotten',
    'bank_statement.explained_by',
    explainedAs,
    `update bank_statement set explained_by = null where id = ${row(-69)};`,
  ),
  forgery(
    'a debit that another administrator is said to have noted',
    'bank_statement.explained_by',
    explainedAs,
    `update bank_statement set explained_by = ${saver} where id = ${row(-69)};`,
  ),
  forgery(
    'a row that paid a ticket and that an administrator is said to have explained',
    'bank_statement.explained_by',
    explainedAs,
    `update bank_statement set explained_by = ${saver} where id = ${row(7_001)};`,
  ),
  forgery(
    'a debit that is said to show another correction of its sum',
    'bank_statement.explained_id',
    explainedAs,
    `${madeUp('cash_correction', 'cash_code, amount, kind, reason', `'05', -67, 'bank_fee', 'Uji'`)}
     update bank_statement set explained_id = 900_001 where id = ${row(-67)};`,
  ),
  forgery(
    'a debit noted for another reason',
    'bank_statement.why',
    explainedAs,
    `update bank_statement set why = 'Biaya bank' where id = ${row(-69)};`,
  ),
  forgery(
    'a row that an administrator reopened and that the program is said to have explained',
    'bank_statement.explained',
    explainedAs,
    `insert into audit (event, actor_id, address, subject_kind, subject, after, reason)
       select 'statement.reopened', ${saver}, '', 'statement', ${row(9_100)}::text, '{"kind":"cash_transfer"}', 'Uji';`,
  ),
  forgery(
    'a balance of a bank that nobody told',
    'bank_statement.balance',
    asReported,
    `update bank_statement set balance = coalesce(balance, 0) + 7 where id = (select min(id) from bank_statement where file_id is not null and description <> '');`,
  ),
  forgery(
    'a row of a kept file that is gone',
    'bank_statement.amount',
    kept,
    `delete from bank_statement where id = (select min(id) from bank_statement where file_id is not null);`,
  ),
  forgery(
    'a row that was added to a kept file',
    'bank_statement.amount',
    kept,
    copied('bank_statement', 'file_id is not null', { id: '900_001', fingerprint: "'x'::bytea", description: "''" }),
  ),
  forgery(
    'a kept file that was changed',
    'bank_statement.amount',
    kept,
    `alter table statement_file disable trigger user; update statement_file set content = content || '\\x20'::bytea;`,
  ),
  forgery(
    'a kept file that was changed with its hash',
    'bank_statement.amount',
    kept,
    `alter table statement_file disable trigger user; update statement_file set content = content || '\\x20'::bytea, sha256 = sha256(content || '\\x20'::bytea);`,
  ),
  forgery(
    'a kept file that another administrator is said to have uploaded',
    'statement_file.uploaded_by',
    kept,
    `alter table statement_file disable trigger user; update statement_file set uploaded_by = ${saver};`,
  ),
  forgery(
    'a row that was added to a kept file, with its count',
    'bank_statement.amount',
    kept,
    `alter table statement_file disable trigger user; update statement_file set added = added + 1;` +
      copied('bank_statement', 'file_id is not null', { id: '900_001', fingerprint: "'x'::bytea", description: "''" }),
  ),
  forgery(
    'a row of a file that a feed is said to have confirmed',
    'bank_statement.confirmed_at',
    confirmedAs,
    'update bank_statement set confirmed_at = now() where id = (select min(id) from bank_statement where file_id is not null and confirmed_at is null);',
  ),
  forgery(
    'a row that a feed confirmed and that counts as the word of its uploader again',
    'bank_statement.confirmed_at',
    confirmedAs,
    'update bank_statement set confirmed_at = null;',
  ),
  forgery(
    'a reversal that is called an ordinary debit, so that what it takes back pays a ticket',
    'bank_statement.is_reversal',
    reversalAs,
    'update bank_statement set is_reversal = false;',
  ),
  forgery(
    'a debit that no bank calls a reversal',
    'bank_statement.is_reversal',
    reversalAs,
    'update bank_statement set is_reversal = true where id = (select max(id) from bank_statement);',
  ),
  forgery(
    'a reversal that is gone',
    'bank_statement.is_reversal',
    reversalAs,
    `${unchecked} delete from bank_statement where is_reversal;`,
  ),
  forgery(
    'a row that may be another one and is said to be none, so that its money is counted twice',
    'bank_statement.maybe_same_as',
    maybeSameAs,
    'update bank_statement set maybe_same_as = null;',
  ),
  forgery(
    'a row that may be another one than it was',
    'bank_statement.maybe_same_as',
    maybeSameAs,
    `update bank_statement set maybe_same_as = ${row(-65)} where maybe_same_as is not null;`,
  ),
  forgery(
    'a row that may be another one and that the program is said to have explained',
    'bank_statement.maybe_same_as',
    maybeSameAs,
    `update bank_statement set maybe_same_as = null, explained = 'correction', explained_id = ${charged}, explained_at = now() where maybe_same_as is not null;`,
  ),
  forgery(
    'a row of which nobody said that it may be another one',
    'bank_statement.maybe_same_as',
    maybeSameAs,
    `update bank_statement set maybe_same_as = ${row(-65)} where id = (select max(id) from bank_statement where maybe_same_as is null);`,
  ),
  forgery(
    'a row that may be another one and is gone',
    'bank_statement.maybe_same_as',
    maybeSameAs,
    `${unchecked} delete from bank_statement where maybe_same_as is not null;`,
  ),
  forgery(
    'a restatement that is gone, so that the first sum pays a ticket',
    'statement_change.amount',
    restatedAs,
    "delete from statement_change where feed = 'feed';",
  ),
  forgery(
    'a feed that is said to have taken its other sum back',
    'statement_change.amount',
    restatedAs,
    "update statement_change set amount = -72 where feed = 'feed';",
  ),
  forgery(
    'a feed that is said to have taken its other sum back later',
    'statement_change.amount',
    restatedAs,
    "update statement_change set amount = -72, times = times + 1 where feed = 'feed';",
  ),
  forgery(
    'a restatement of another feed than made it',
    'statement_change.amount',
    restatedAs,
    "update statement_change set feed = 'cekmutasi' where feed = 'feed';",
  ),
  forgery(
    'a restatement that no feed made',
    'statement_change.amount',
    restatedAs,
    "insert into statement_change (statement_id, feed, amount, happened_at, has_time) select max(id), 'feed', 1, now(), true from bank_statement;",
  ),
  forgery(
    'a row of a file of another bank',
    'bank_statement.amount',
    kept,
    `alter table statement_file disable trigger user; update statement_file set bank_code = '02';`,
  ),
  forgery(
    'a row whose file is gone',
    'bank_statement.amount',
    isThere,
    `${unchecked} update bank_statement set file_id = 999_999 where file_id is not null;`,
  ),

  forgery(
    'a payment at the provider made larger, with question, ticket and entries',
    'gateway_payment.amount',
    inAudit,
    `update gateway_payment set amount = 9_107 where id = ${atProvider}; update payment_request set amount = 9_107 where amount = 9_100;
     update top_up set amount = 9_107, nominal = 9_107, received = 9_107, credited = 9_107 where nominal = 9_100;` +
      both('deposit.approved', '(select id from top_up where nominal = 9_107)', -106, saver, 7),
  ),
  forgery(
    'a payment of another sum than was asked for',
    'payment_request.amount',
    askedSum,
    'update payment_request set amount = 9_107 where amount = 9_100;',
  ),
  forgery(
    'a code of somebody else that the payer of a ticket is shown',
    'payment_request.qr',
    shownAs,
    "update payment_request set qr = 'penipu' where amount = 9_100;",
  ),
  forgery(
    'a picture of another code that the payer of a ticket is shown',
    'payment_request.qr_drawn',
    shownAs,
    "update payment_request set qr_drawn = 'data:image/png;base64,BBBB' where amount = 9_100;",
  ),
  forgery(
    'a page of somebody else that the payer of a ticket is shown',
    'payment_request.url',
    shownAs,
    "update payment_request set url = 'https://penipu.test' where amount = 9_100;",
  ),
  forgery(
    'an own account of a member that the provider never opened',
    'payment_request.account_no',
    shownAs,
    `insert into payment_request (kind, reference, member_id, state, due_at, account_no)
       select 'va', 'VA-' || code || '-' || ${saver}, ${saver}, 'open', null, '2621500001' from installation;`,
  ),
  forgery(
    'a payment at the provider that is there twice',
    'gateway_payment.amount',
    once,
    `alter table gateway_payment drop constraint gateway_payment_once;${copied('gateway_payment', `id = ${stray}`, { id: '900_001' })}`,
  ),
  forgery(
    'two payments at the provider in one ticket',
    'gateway_payment.amount',
    once,
    without('gateway_payment_of_ticket') + copied('gateway_payment', `id = ${atProvider}`, { id: '900_001', provider_payment_id: "'two'" }),
  ),
  forgery(
    'two questions about one ticket',
    'payment_request.amount',
    once,
    without('payment_request_once') + copied('payment_request', 'amount = 9_100', { id: '900_001', reference: "'two'" }),
  ),
  forgery(
    'two own accounts of one member',
    'payment_request.amount',
    once,
    without('payment_request_account_once') +
      `update payment_request set kind = 'va', amount = null, top_up_id = null, member_id = ${saver};`.replace(
        ';',
        ' where amount in (9_100, 9_150);',
      ),
  ),

  forgery(
    'two open transfers of one sum',
    'top_up.nominal',
    once,
    without('top_up_sum_open') + openTopUp(900_001, 'transfer', someone) + openTopUp(900_002, 'transfer', saver),
  ),
  forgery(
    'two open tickets of one sum at one own account',
    'top_up.nominal',
    once,
    without('top_up_va_open') + openTopUp(900_001, 'va', someone) + openTopUp(900_002, 'va', someone),
  ),
  forgery(
    'two tickets of one name',
    'top_up.nominal',
    once,
    without('top_up_reference') +
      without('top_up_sum_open') +
      openTopUp(900_001, 'transfer', someone, "'x'") +
      openTopUp(900_002, 'transfer', someone, "'x'"),
  ),
  forgery(
    'a top-up with the number of a cash-out',
    'top_up.nominal',
    once,
    `${openTopUp(900_001, 'transfer', someone)}${unchecked} update top_up set id = ${asked} where id = 900_001;`,
  ),
  forgery(
    'two cash-outs under way of one member',
    'cash_out.amount',
    once,
    without('cash_out_open') + copied('cash_out', `id = ${asked}`, { id: '900_001' }),
  ),
  forgery(
    'two cash-outs of one name',
    'cash_out.amount',
    once,
    `${without('cash_out_reference')}update cash_out set reffclient = 'x', member_id = ${saver} where id in (${turnedDown}, ${cameBack});`,
  ),
  forgery(
    'two bookings by hand of one name',
    'cash_transfer.amount',
    once,
    `alter table cash_transfer drop constraint cash_transfer_reffclient_key; update cash_transfer set reffclient = 'x';`,
  ),
  forgery(
    'an event booked twice',
    'entry.amount',
    once,
    `${without('entry_once')}${add('deposit.approved', saved, [-101, -40_250], [saver, 40_000], [-4, 250])}`,
  ),
  forgery(
    'a wallet that is there twice',
    'wallet.balance',
    once,
    `alter table wallet drop constraint wallet_pkey; insert into wallet (member_id, balance) values (${someone}, 0);`,
  ),
  forgery(
    'a debt that is there twice',
    'seller_debt.amount',
    once,
    `alter table seller_debt drop constraint seller_debt_pkey; insert into seller_debt values (${sellerOf('success')}, 0), (${sellerOf('success')}, 0);`,
  ),
  forgery(
    'a stock that is there twice',
    'offer_stock.remaining',
    once,
    'alter table offer_stock drop constraint offer_stock_pkey; insert into offer_stock (offer_id, remaining, since) select offer_id, 1, since from offer_stock;',
  ),
  forgery(
    'two purchases of one reference',
    'purchase.price',
    once,
    `${without('purchase_reference')} update purchase set reffclient = 'success' where reffclient = 'failover';`,
  ),
  forgery(
    'two disputes about one purchase',
    'purchase.price',
    once,
    `${without('dispute_of_each_kind')}${dispute('refunded', 2)}${dispute('refunded', 2)}`,
  ),
  forgery(
    'two attempts of one number',
    'attempt.price',
    once,
    `${unchecked} ${without('attempt_trail')} update attempt set number = 1 where id = ${attempt('failover', 2)};`,
  ),

  forgery('a refund that was made up with its entries', 'purchase.price', inAudit, refunds('success') + forced('success', 2, 1)),
  forgery(
    'a success that a person is said to have made of a pending order, with its entries',
    'purchase.price',
    inAudit,
    `update purchase set transactionrc = 1 where reffclient = 'pending'; update attempt set state = 4 where id = ${attempt('pending')};` +
      add('purchase.settled', attempt('pending'), [-1, -10_000], [sellerOf('pending'), 9_900], [-4, 100]) +
      forced('pending', 1, 0),
  ),
  forgery(
    'a failure that a person is said to have made of a pending order, with its entries',
    'attempt.price',
    inAudit,
    `update purchase set transactionrc = 2 where reffclient = 'pending'; update attempt set state = 5 where id = ${attempt('pending')};` +
      add('purchase.released', attempt('pending'), [-1, -10_000], [member('Pembeli'), 10_000]) +
      forced('pending', 2, 0),
  ),
  forgery(
    'a refund that was undone with its entries',
    'purchase.price',
    hasRow,
    unbook('purchase.refunded', attempt('refunded')) +
      `update purchase set transactionrc = 1, refunded_at = null where reffclient = 'refunded'; delete from purchase_force where purchase_id = ${purchase('refunded')};`,
  ),
  forgery(
    'a refund by another person',
    'purchase.price',
    spoke,
    `update purchase_force set member_id = ${saver} where purchase_id = ${purchase('refunded')};`,
  ),
  forgery(
    'a dispute that somebody else is said to have decided',
    'purchase.price',
    verdict,
    `update dispute set ended_by = ${saver} where purchase_id = ${purchase('claimed')};`,
  ),
  forgery(
    'a dispute with another verdict than its refund',
    'purchase.price',
    verdict,
    `update dispute set verdict = 'Tidak jadi' where purchase_id = ${purchase('claimed')};`,
  ),
  forgery(
    'a dispute that a refund ended and that is called rejected',
    'purchase.price',
    inAudit,
    `update dispute set state = 3 where purchase_id = ${purchase('claimed')};`,
  ),
  forgery(
    'a rejected dispute that is called withdrawn',
    'purchase.price',
    inAudit,
    `update dispute set state = 4, ended_by = buyer_id where purchase_id = ${purchase('unproved')};`,
  ),
  forgery('a dispute that nobody began', 'purchase.price', inAudit, dispute('success', 3)),
  forgery('a dispute that is gone', 'purchase.price', hasRow, `delete from dispute where purchase_id = ${purchase('unproved')};`),
  forgery(
    'a dispute of a purchase that is gone',
    'purchase.price',
    isThere,
    `update dispute set purchase_id = 999_999 where purchase_id = ${purchase('unproved')};`,
  ),

  forgery(
    'a dispute called a return',
    'purchase.price',
    claimed,
    `update dispute set kind = 'return' where purchase_id = ${purchase('unproved')};`,
  ),
  forgery(
    'a return called a dispute',
    'purchase.price',
    claimed,
    `update dispute set kind = 'dispute' where purchase_id = ${purchase('came-back')};`,
  ),
  forgery(
    'a dispute for another reason than its buyer gave',
    'purchase.price',
    claimed,
    `update dispute set reason = 'serial' where purchase_id = ${purchase('unproved')};`,
  ),
  forgery(
    'a cash-out that closed no account and is said to have',
    'cash_out.amount',
    closedBy,
    `update cash_out set closed_account_at = now() where id = ${paidOut};`,
  ),
  forgery(
    'a cash-out that closed an account and is said not to have',
    'cash_out.amount',
    closedBy,
    'update cash_out set closed_account_at = null where closed_account_at is not null;',
  ),
  forgery(
    'an account said to be closed on another day',
    'cash_out.amount',
    closedBy,
    "update cash_out set closed_account_at = closed_account_at - interval '1 day' where closed_account_at is not null;",
  ),
  forgery(
    'a wallet that takes money though its account is shut',
    'wallet.balance',
    shutAs,
    `update wallet set shut = false where member_id = ${member('Terblokir')};`,
  ),
  forgery(
    'a wallet that is shut while its account is open',
    'wallet.balance',
    shutAs,
    `update wallet set shut = true where member_id = ${saver};`,
  ),
  forgery(
    'an account that was let in by nobody, with its wallet',
    'wallet.balance',
    shutAs,
    `update member set status = 2 where name = 'Terblokir'; delete from member_block where member_id = ${member('Terblokir')};`,
  ),
  forgery(
    'an account that was shut out by nobody, with its wallet',
    'wallet.balance',
    shutAs,
    `update member set status = 0 where name = 'Penabung';`,
  ),
  forgery(
    'an account that a cash-out closed and that is open again',
    'wallet.balance',
    shutAs,
    `update member set status = 2 where name = 'Pamit';`,
  ),

  forgery('a stock with more than was counted', 'offer_stock.remaining', stock, `update offer_stock set remaining = remaining + 1;`),
  forgery('a stock with less than was counted', 'offer_stock.remaining', stock, `update offer_stock set remaining = remaining - 1;`),
  forgery(
    'a count that nobody made',
    'stock_count.change',
    stock,
    `insert into stock_count (offer_id, change) select offer_id, 5 from offer_stock;`,
  ),
  forgery(
    'a stock and its count made larger together',
    'stock_count.change',
    countedBy,
    'insert into stock_count (offer_id, change) select offer_id, 5 from offer_stock; update offer_stock set remaining = remaining + 5;',
  ),
  forgery(
    'a stock that is raised as by its seller',
    'offer_stock.remaining',
    countedBy,
    'update offer_stock set remaining = remaining + 5, counted_at = now();',
  ),
  forgery(
    'a count of an offer that is not there',
    'stock_count.change',
    countedBy,
    'insert into stock_count (offer_id, change) values (999_999, 5);',
  ),
  forgery('a count that is gone', 'stock_count.change', stock, `delete from stock_count where offer_id = ${stocked};`),
  forgery(
    'a sale from a stock that took nothing of it',
    'offer_stock.remaining',
    stock,
    `update attempt set stocked = false where id = ${attempt('stocked')};`,
  ),
  forgery(
    'a payment of a debt that was made up with its entries and the debt',
    'debt_settlement.amount',
    inAudit,
    'alter table wallet drop constraint wallet_not_negative;' +
      madeUp('debt_settlement', 'seller_id, amount, cause', `${sellerOf('recovering')}, 500, 'cash_out'`) +
      add('debt.settled', 900_001, [sellerOf('recovering'), -500], [-7, 500]) +
      `update seller_debt set amount = amount - 500 where seller_id = ${sellerOf('recovering')};`,
  ),
  forgery(
    'a payment of a debt made smaller, with its entries and the debt',
    'debt_settlement.amount',
    inAudit,
    `update debt_settlement set amount = 1_000 where id = ${paidDebt};` +
      both('debt.settled', ticket('debt_settlement', 1_000), -7, sellerOf('recovering'), 30) +
      `update seller_debt set amount = amount + 30 where seller_id = ${sellerOf('recovering')};`,
  ),
  forgery(
    'a payment of a debt that was taken back with its entries and the debt',
    'debt_settlement.amount',
    hasRow,
    `${unbook('debt.settled', paidDebt)}
     update seller_debt set amount = amount + 1_030 where seller_id = ${sellerOf('recovering')}; delete from debt_settlement where id = ${paidDebt};`,
  ),
  forgery(
    'a payment of a debt for another cause',
    'debt_settlement.amount',
    inAudit,
    `update debt_settlement set cause = 'account_shut' where id = ${paidDebt};`,
  ),
  forgery(
    'a payment of more than is owed, with its entries',
    'debt_settlement.amount',
    'no seller pays back more than it owes',
    `alter table wallet drop constraint wallet_not_negative; update debt_settlement set amount = 11_030 where id = ${paidDebt};` +
      both('debt.settled', ticket('debt_settlement', 11_030), sellerOf('recovering'), -7, 10_000),
  ),

  // Forgeries of an attacker who has SQL access and knows these rules: they change two or three tables consistently.
  forgery(
    'a payout said to have failed, so that it is asked for again',
    'payout.amount',
    failed,
    `update payout set state = 'failed', failure = 'REJECTED', due_at = null where id = ${underWay};`,
  ),
  forgery(
    'a payout that is said to be missing at the provider for long, so that one administrator calls it lost',
    'payout.missing_since',
    missingAs,
    `update payout set state = 'unknown', missing_since = now() - interval '2 hours' where id = ${underWay};`,
  ),
  forgery(
    'a payout that is said to be missing for longer than it is',
    'payout.missing_since',
    missingAs,
    `insert into audit (event, actor_id, address, subject_kind, subject, after)
       select 'payout.missing', null, '', 'cash_out', cash_out_id::text, jsonb_build_object('reference', reference, 'since', now()) from payout where id = ${underWay};
     update payout set state = 'unknown', missing_since = now() - interval '2 hours' where id = ${underWay};`,
  ),
  forgery(
    'a payout whose contradiction is gone, so that its cash-out is rejected',
    'payout.contradiction',
    contradictedAs,
    `update payout set state = 'failed', failure = 'FAILED', due_at = null where id = ${underWay};
     insert into audit (event, actor_id, address, subject_kind, subject, after)
       select told.event, null, '', 'cash_out', cash_out_id::text, jsonb_build_object('reference', reference) || told.after
       from payout, (values ('payout.failed', '{"failure": "FAILED"}'::jsonb), ('payout.contradicted', '{"state": "failed", "said": "sudah dibayar", "contradiction": "succeeded"}')) told(event, after)
       where id = ${underWay};`,
  ),
  forgery(
    'a payout that nobody contradicted, so that its cash-out is not paid',
    'payout.contradiction',
    contradictedAs,
    `update payout set state = 'failed', failure = 'FAILED', due_at = null, contradiction = 'waits', contradicted_at = now() where id = ${underWay};`,
  ),
  forgery(
    'a payout that left and is gone, so that it is asked for again',
    'payout.amount',
    hasRow,
    `delete from payout where id = ${underWay}; update cash_out set state = 0 where amount = 6_200;`,
  ),
  forgery(
    'a sale that pays its seller in spite of a debt, with the debt',
    'seller_debt.amount',
    paysFirst,
    `update entry set at = at - interval '3 hours' where set_id < (select set_id from entry where ${event('purchase.settled', attempt('recovering'))} limit 1);` +
      grow('purchase.settled', attempt('recovering'), -7, -2_000) +
      `insert into entry select set_id, 4, ${sellerOf('recovering')}, 2_000, 0, event, reference, at
         from entry where ${event('purchase.settled', attempt('recovering'))} and leg = 1;
       update seller_debt set amount = amount + 2_000 where seller_id = ${sellerOf('recovering')};`,
  ),
  forgery(
    'an account of somebody else that the payer of an open ticket is shown',
    'top_up.nominal',
    'a ticket is of the member and the sum that it was made for, and names the account that its payer was to pay to',
    `update top_up set account_no = '1110001119', account_name = 'PENIPU' where nominal > 100_000 and state = 1;`,
  ),
  forgery(
    'a question to the provider that is about the ticket of another payment',
    'payment_request.amount',
    'what was asked for at the provider is of the member and the ticket that it names',
    `update payment_request set reference = left(reference, -1) || '0' where kind = 'qris' and amount = 9_100;`,
  ),
  forgery(
    'a cash-out that is said to correct a mistake, so that it does not count as taken out',
    'cash_out.amount',
    inAudit,
    `update cash_out set kasus = 1 where id = ${asked};`,
  ),
  forgery('a fee of sales that nobody set', 'purchase.fee', ruled, `update setting set value = '0' where name = 'sale.feeBasisPoints';`),
  forgery(
    'a limit of money that is gone, so that one decides alone',
    'approval_request.amount',
    ruled,
    `insert into setting (name, value) values ('money.secondAdminFrom', '"0"') on conflict (name) do update set value = '"999999999"';`,
  ),
  forgery('a fee of sales that is unset', 'purchase.fee', ruled, `delete from setting where name = 'sale.feeBasisPoints';`),
  forgery(
    'a top-up of somebody else with its row of a bank and the money that waited',
    'top_up.credited',
    inAudit,
    `update top_up set member_id = ${someone} where id = (select top_up_id from suspense_item where id = ${found});` +
      redirect('deposit.approved', `(select top_up_id from suspense_item where id = ${found})`, saver, someone),
  ),
  forgery(
    'a payment at the provider that is credited to somebody else, with question, ticket and entries',
    'gateway_payment.amount',
    inAudit,
    `update payment_request set member_id = ${someone} where amount = 9_100; update top_up set member_id = ${someone} where nominal = 9_100;` +
      redirect('deposit.approved', '(select id from top_up where nominal = 9_100)', saver, someone),
  ),
  forgery(
    'money that waits, taken by a ticket without a word, with its row and entries',
    'suspense_item.amount',
    inAudit,
    `insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at)
       values (900_001, ${someone}, 1, 'transfer', '04', 7_700, 0, 7_700, 2, 7_700, 7_700, 'assigned', now());
     update suspense_item set closed_at = now(), closed_how = 'assigned', top_up_id = 900_001 where id = ${waiting};
     update bank_statement set explained = 'deposit', explained_id = 900_001, explained_at = now() where id = (select statement_id from suspense_item where id = ${waiting});` +
      add('unmatched.released', waiting, [-3, -7_700], [-104, 7_700]) +
      add('deposit.approved', 900_001, [-104, -7_700], [someone, 7_700]),
  ),
  forgery(
    'a cash-out paid that is rejected afterwards, with its entries, so that it is paid twice',
    'cash_out.amount',
    hasRow,
    unbook('cash_out.paid', paidOut) +
      `update cash_out set state = 3, paid_at = null, paid_from = null, paid_how = null, approved_by = null, ended_at = now() where id = ${paidOut};` +
      add('cash_out.rejected', paidOut, [-2, -9_900], [sellerOf('refunded-by-debt'), 9_900]),
  ),
  forgery(
    'a cash-out that was never asked for, with its entries',
    'cash_out.amount',
    hasRow,
    `${unbook('cash_out.requested', asked)}delete from cash_out where id = ${asked};`,
  ),
  forgery(
    'a claim about another purchase, with its refund',
    'purchase.price',
    inAudit,
    `update dispute set purchase_id = ${purchase('success')} where purchase_id = ${purchase('unproved')};`,
  ),
  forgery(
    'a refund that another purchase is given, with its entries, word and claim',
    'purchase.price',
    inAudit,
    refunds('success') + forced('success', 2, 1) + dispute('success', 2),
  ),
  forgery(
    'a debt that another seller is said to have, with its refund',
    'seller_debt.amount',
    'what each seller owes is what the books say',
    `update seller_debt set seller_id = ${someone} where seller_id = ${sellerOf('refunded-by-debt')};`,
  ),
]

/**
 * Columns of money, each with the rule that compares it. Columns with forgeries of their own are above; planted.test.ts changes the other columns.
 */
export const moneyColumns: Record<string, string> = {
  'account_checkpoint.balance': 'every checkpoint is what its account came to',
  'adjustment.amount': inAudit,
  'attempt.price': 'a purchase stands as its last attempt does, at the same seller, offer and price',
  'bank_statement.amount': asReported,
  'bank_statement.balance': asReported,
  'cash_correction.amount': inAudit,
  'cash_out.amount': inAudit,
  'cash_transfer.amount': inAudit,
  'debt_settlement.amount': 'every debt that was paid out of a balance is booked as its row says, and no other',
  'top_up.amount': sums,
  'top_up.credited': inAudit,
  'top_up.fee': inAudit,
  'top_up.nominal': sums,
  'top_up.received': inAudit,
  'entry.amount': 'every entry set is one event whose legs sum to zero',
  'entry.balance_after': 'every running balance follows from one before',
  'payment_request.amount': askedSum,
  'gateway_payment.amount': 'a payment at the provider is in one ticket or waits, whole, and every such ticket has its payment',
  'inquiry.bill': 'a bill is sold for no less than it says',
  'inquiry.price': 'a bill and the purchase that paid it name each other, with buyer, offer, target and price',
  'offer_stock.remaining': stock,
  'payment_method.fee_flat': 'an account that money goes to is the one that was entered',
  'payout.amount': 'a cash-out stands as its payouts do: one paid it, whole and from its account, or one is under way, or none',
  'approval_request.amount': byTwo,
  'purchase.amount': 'a price covers its amount and its fee and keeps to its ceiling',
  'purchase.fee': 'every entry of a sale is one that its attempt demands',
  'purchase.maxprice': 'a price covers its amount and its fee and keeps to its ceiling',
  'purchase.price': 'a purchase stands as its last attempt does, at the same seller, offer and price',
  'seller_day.fee': 'the days of a seller are the sums of its sales and refunds',
  'seller_day.fee_returned': 'the days of a seller are the sums of its sales and refunds',
  'seller_day.paid': 'the days of a seller are the sums of its sales and refunds',
  'seller_day.recovered': 'the days of a seller are the sums of its sales and refunds',
  'seller_day.refunded': 'the days of a seller are the sums of its sales and refunds',
  'seller_day.sold': 'the days of a seller are the sums of its sales and refunds',
  'seller_day.uncovered': 'the days of a seller are the sums of its sales and refunds',
  'seller_debt.amount': 'what each seller owes is what the books say',
  'statement_change.amount': restatedAs,
  'special_price.price': 'a special price is the one that its seller gave',
  'stock_count.change': stock,
  'suspense_item.amount': 'money without an owner lies apart as long as its row is open',
  'wallet.balance': 'every balance equals the sum of its entries',
  'wallet_day.paid_in': 'the days of a wallet are the sums of its entries',
  'wallet_day.paid_out': 'the days of a wallet are the sums of its entries',
}

/**
 * Columns without a sum that decide about money: who decided, where a payer pays, what a row is said to show, why money is held back. Each has the rule
 * that compares it with the audit, and a forgery above.
 */
export const decidingColumns: Record<string, string> = {
  'approval_request.asked_by': asksSecond,
  'approval_request.decided_by': decidedAs,
  'approval_request.outcome': decidedAs,
  'bank_account.updated_at': enteredAs,
  'bank_statement.confirmed_at': confirmedAs,
  'bank_statement.explained': explainedAs,
  'bank_statement.explained_by': explainedAs,
  'bank_statement.explained_id': explainedAs,
  'bank_statement.is_reversal': reversalAs,
  'bank_statement.maybe_same_as': maybeSameAs,
  'bank_statement.why': explainedAs,
  'blocked_administrator.blocked_at': countsAs,
  'blocked_administrator.blocked_by': countsAs,
  'cash_out.processed_at': processedAs,
  'payment_request.account_no': shownAs,
  'payment_request.qr': shownAs,
  'payment_request.qr_drawn': shownAs,
  'payment_request.url': shownAs,
  'payout.contradiction': contradictedAs,
  'payout.missing_since': missingAs,
  'reconciliation_difference.ended_by': settledBy,
  'statement_file.uploaded_by': kept,
  'top_up.beside': askedAbout,
  'top_up.ended_by': endedAs,
  'top_up.how': inAudit,
  'top_up.state': endedAs,
}

/** Numeric columns that are not money in the books, with the reason why no rule compares them. */
export const noMoney: Record<string, string> = {
  'solo_approval.amount': 'a limit of what one administrator decides in a day; what was decided is in the audit',
  'compared_provider_day.balance': 'what the provider says; the reconciliation compares it',
  'compared_provider_day.fee': 'what the provider says; the reconciliation compares it',
  'compared_provider_day.rest': 'a difference of balances, computed by the reconciliation',
  'inquiry.admin_fee': 'what a bill said; what is paid is its price',
  'member.low_balance': 'when a member wants to be warned',
  'offer.buy_price': 'a price that is asked; what was sold has its own',
  'offer.promo_price': 'a price that is asked; what was sold has its own',
  'offer.sell_price': 'a price that is asked; what was sold has its own',
  'offer_change.promo_price': 'a price that was asked',
  'offer_change.promo_price_before': 'a price that was asked',
  'offer_change.sell_price': 'a price that was asked',
  'offer_change.sell_price_before': 'a price that was asked',
  'offer_change.special_price': 'a price that was asked',
  'offer_change.special_price_before': 'a price that was asked',
  'product.denom': 'what a product is worth to its customer',
  'provider_transaction.amount': 'what the provider says; the reconciliation compares it',
  'provider_transaction.fee': 'what the provider says; the reconciliation compares it',
  'purchase_day.amount': 'sums that the job verify-days adds up again',
  'purchase_day_total.amount': 'sums that the job verify-days adds up again',
  'reconciliation_difference.ours': 'a difference, found anew each night',
  'reconciliation_difference.theirs': 'a difference, found anew each night',
  'sandbox_order.amount': 'an order that costs nothing',
  'sandbox_order.price': 'an order that costs nothing',
  'seller_purchase_day.amount': 'sums that the job verify-days adds up again',
  'seller_report_row.price': 'what a seller says; the reconciliation compares it',
}
