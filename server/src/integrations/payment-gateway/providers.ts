import type { Outgoing } from '#http/outgoing.ts'
import { bankCodes } from '#integrations/bank-codes.ts'
import { isFields, rupiahOf, textOf } from '#integrations/payment-gateway/json.ts'
import type { Answer, Disbursement, Gateway, ProviderPayout } from '#integrations/payment-gateway/payment-gateway.ts'
import { createSandbox, type Sandbox, sandboxDisbursement } from '#integrations/payment-gateway/sandbox.ts'
import { createXendit } from '#integrations/payment-gateway/xendit.ts'
import { createExchange, type XenditKey } from '#integrations/payment-gateway/xendit-exchange.ts'
import type { Config } from '#shared/config.ts'

export interface Providers {
  /** Null where nobody can pay but by transfer. */
  gateway: Gateway | null
  /** Its other side, where it is the sandbox. */
  sandbox: Sandbox | null
  /** Null where nobody could ever pay cash-outs but by hand. */
  disbursement: Disbursement | null
}

/** Invented payments only where nobody takes them for money. */
export function createProviders(outgoing: Outgoing, { gateway: settings, publicUrl, production }: Config): Providers {
  const ownUrl = publicUrl.replace(/\/+$/, '')
  if (settings) {
    const disbursement = createDisbursement(outgoing, settings)
    return { gateway: createXendit(outgoing, { ...settings, publicUrl: ownUrl }), sandbox: null, disbursement }
  }
  if (production) return { gateway: null, sandbox: null, disbursement: null }
  const sandbox = createSandbox(ownUrl)
  return { gateway: sandbox, sandbox, disbursement: sandboxDisbursement }
}

// — Disbursement

export function createDisbursement(outgoing: Outgoing, { disburse, ...key }: XenditKey & { disburse: boolean }): Disbursement {
  const exchange = createExchange(outgoing, key)
  return {
    open: disburse,
    pay: ({ reference, bankCode, accountNo, accountName, amount, description }) =>
      exchange({
        method: 'POST',
        path: '/v2/payouts',
        headers: { 'idempotency-key': reference },
        body: {
          reference_id: reference,
          channel_code: bankCodes[bankCode].xendit,
          channel_properties: { account_number: accountNo, account_holder_name: accountName },
          amount: Number(amount),
          currency: 'IDR',
          description,
        },
        read: payoutOf,
      }),
    becameOf: async ({ reference }) =>
      missingWhereUnknown(
        await exchange({
          method: 'GET',
          path: `/v2/payouts?reference_id=${encodeURIComponent(reference)}`,
          read: (response) => namedOf(response, reference),
        }),
      ),
  }
}

/** What is none of these waits. */
const ends = new Map<unknown, ProviderPayout['state']>([
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['COMPLIANCE_REJECTED', 'failed'],
  ['CANCELLED', 'failed'],
  ['REVERSED', 'reversed'],
])

function payoutOf(payload: unknown): ProviderPayout | undefined {
  if (!isFields(payload)) return undefined
  const [id, reference, amount] = [textOf(payload.id), textOf(payload.reference_id), rupiahOf(payload.amount)]
  if (id === null || reference === null || amount === null) return undefined
  return { id, reference, amount, state: ends.get(payload.status) ?? 'waits', failure: textOf(payload.failure_code) }
}

/** Our money is where the first of these is. */
const weightiest: ProviderPayout['state'][] = ['succeeded', 'waits', 'reversed', 'failed']

/** One name is one payout; should there be several, none that may have been paid is overlooked, and none that cannot be read. */
function namedOf(response: unknown, reference: string): ProviderPayout | null | undefined {
  const list = isFields(response) ? response.data : response
  if (!Array.isArray(list)) return undefined
  const named = list.filter((one) => isFields(one) && one.reference_id === reference).map(payoutOf)
  if (named.includes(undefined)) return undefined
  return weightiest.flatMap((state) => named.filter((one) => one?.state === state))[0] ?? null
}

/** It says so of a name that it has not, beside showing an empty list. */
const missingWhereUnknown = (answer: Answer<ProviderPayout | null>): Answer<ProviderPayout | null> =>
  answer.kind === 'refused' && answer.code === 'unknown' ? { kind: 'answer', value: null } : answer
