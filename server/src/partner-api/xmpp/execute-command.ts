import { inquiries, productType } from '@lapak/contract/ordering/purchases'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { type Intake, toOrder } from '#contexts/ordering/intake/intake.ts'
import type { OrderResult } from '#contexts/ordering/purchases/types.ts'
import { type Answer, storeBill, tokenOfBill } from '#contexts/partners/jabber/jabber.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { allowanceOf, rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { type Command, checkedBill, checkedOrder, type OrderAsked } from './commands.ts'
import {
  askFirstText,
  balanceText,
  billRefusedText,
  billText,
  helpText,
  lateText,
  orderText,
  priceText,
  refusedText,
  revokedText,
  tooManyText,
  unknownText,
  whyRefused,
} from './messages.ts'

export interface ExecuteDeps {
  db: Database
  settings: Settings
  catalogue: CatalogueSnapshot
  intake: Intake
}

/** State of a command when it is executed. */
interface CommandState {
  minutesUnderWay: number
  /** Whether the key that authenticated the command is still valid. */
  verified: boolean
}

type TooLate = 'late' | 'revoked'

/** Late queries are not answered any more. Late orders are answered, since their sender waits for a result. */
export async function executeCommand(deps: ExecuteDeps, caller: Caller, command: Command, state: CommandState): Promise<Answer | null> {
  const tooLate = whyTooLate(deps, state)
  if (command.do === 'order' || command.do === 'pay') return order(deps, caller, command, tooLate)
  return tooLate === null ? { body: await question(deps, caller, command) } : null
}

function whyTooLate({ settings }: ExecuteDeps, { minutesUnderWay, verified }: CommandState): TooLate | null {
  if (!verified) return 'revoked'
  return minutesUnderWay > settings.get('jabber.orderMinutes') ? 'late' : null
}

/**
 * An order is looked up first if placing it again would not return its result: a paid bill has no token any more, and a late order may have been
 * placed on another channel.
 */
async function order(
  deps: ExecuteDeps,
  caller: Caller,
  { do: what, order }: Extract<Command, { order: OrderAsked }>,
  tooLate: TooLate | null,
): Promise<Answer> {
  const { db, intake, catalogue, settings } = deps
  try {
    const isBill = what === 'pay' || catalogue.productsByCode.get(order.productcode)?.type === productType.bill
    const asked = toOrder(caller, checkedOrder(order), orderChannels.jabber)
    const known = isBill || tooLate !== null ? await intake.findExisting(caller, asked) : null
    if (known !== null) return orderAnswer(known)
    if (tooLate === 'revoked') return { body: revokedText(order) }
    if (tooLate === 'late') return { body: lateText(order, settings.get('jabber.orderMinutes')) }
    const token = isBill ? await tokenOfBill(db, caller.memberId, order.productcode, order.target) : null
    if (isBill && token === null) return { body: askFirstText(order) }
    return orderAnswer(await intake.order(caller, { ...asked, token }))
  } catch (error) {
    // If this process is closing, the process that takes over the account executes the command.
    if (!(error instanceof Refusal) || error.code === 'system.closing') throw error
    return { body: refusedText(error, order) }
  }
}

const orderAnswer = (ordered: OrderResult): Answer => ({
  body: orderText(ordered),
  purchase: { id: ordered.view.id, version: ordered.view.version },
})

async function question(deps: ExecuteDeps, caller: Caller, command: Exclude<Command, { order: OrderAsked }>): Promise<string> {
  const { catalogue, intake } = deps
  switch (command.do) {
    case 'help':
      return helpText
    case 'balance':
      return balanceText(catalogue.tradingProfiles.get(caller.memberId)?.name ?? '', await intake.balance(caller))
    case 'status':
      return status(intake, caller, command.idtrx)
    case 'price':
      return priceText(await intake.products(caller, {}), command.code)
    case 'bill':
      return bill(deps, caller, command)
  }
}

async function status(intake: Intake, caller: Caller, idtrx: string): Promise<string> {
  try {
    return orderText(await intake.find(caller, idtrx))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'not_found.purchase' ? unknownText(idtrx) : whyRefused(error)
  }
}

async function bill(
  { db, settings, intake }: ExecuteDeps,
  caller: Caller,
  asked: { productcode: string; target: string },
): Promise<string> {
  try {
    await rateLimit(db, allowanceOf(inquiries.setting, caller.memberId), settings.get(inquiries.setting), inquiries.seconds)
    const found = await intake.inquireBill(caller, { buyerId: caller.memberId, ...checkedBill(asked), offerId: null })
    // Stored under the target as it was typed, since the payment uses the same text.
    await db.transaction((tx) => storeBill(tx, caller.memberId, { ...found, productcode: asked.productcode, target: asked.target }))
    return billText({ ...found, target: asked.target })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'rate.too_many' ? tooManyText(error.retryAfterSeconds ?? 60) : billRefusedText(error, asked)
  }
}
