import type { Outgoing } from '#http/outgoing.ts'
import { bankCodes } from '#integrations/bank-codes.ts'
import { isFields, isInRupiah, rupiahOf, textOf } from '#integrations/payment-gateway/json.ts'
import type { Answer, Disbursement, Gateway, ProviderAccount, ProviderPayout } from '#integrations/payment-gateway/payment-gateway.ts'
import { createSandbox, type Sandbox, sandboxDisbursement } from '#integrations/payment-gateway/sandbox.ts'
import { createXendit } from '#integrations/payment-gateway/xendit.ts'
import { createXenditAccount } from '#integrations/payment-gateway/xendit-account.ts'
import { createExchange, type XenditKey } from '#integrations/payment-gateway/xendit-exchange.ts'
import type { Config } from '#shared/config.ts'

export interface Providers {
  /** Null if members can top up by bank transfer only. */
  gateway: Gateway | null
  /** The same gateway if it is the sandbox, else null. */
  sandbox: Sandbox | null
  /** Null if cash-outs can be paid by hand only. */
  disbursement: Disbursement | null
  /** Null if there is no record other than our own: without a provider, and for the sandbox, which keeps none. */
  providerAccount: ProviderAccount | null
}

/** The sandbox is used outside production only, so that an invented payment never counts as money. */
export function createProviders(outgoing: Outgoing, { gateway: settings, publicUrl, production }: Config): Providers {
  const ownUrl = publicUrl.replace(/\/+$/, '')
  if (settings) {
    const disbursement = createDisbursement(outgoing, settings)
    return {
      gateway: createXendit(outgoing, { ...settings, publicUrl: ownUrl }),
      sandbox: null,
      disbursement,
      providerAccount: createXenditAccount(outgoing, settings),
    }
  }
  if (production) return { gateway: null, sandbox: null, disbursement: null, providerAccount: null }
  const sandbox = createSandbox(ownUrl)
  return { gateway: sandbox, sandbox, disbursement: sandboxDisbursement, providerAccount: null }
}

// — Disbursement

export function createDisbursement(outgoing: Outgoing, { disburse, ...key }: XenditKey & { disburse: boolean }): Disbursement {
  const exchange = createExchange(outgoing, key)
  return {
    open: disburse,
    sendPayout: ({ reference, bankCode, accountNo, accountName, amount, description }) =>
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
    getPayout: async ({ reference }) =>
      missingWhereUnknown(
        await exchange({
          method: 'GET',
          path: `/v2/payouts?reference_id=${encodeURIComponent(reference)}`,
          read: (response) => namedOf(response, reference),
        }),
      ),
  }
}

/** The final statuses of the provider. A payout with any other status is still waiting. */
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
  if (id === null || reference === null || amount === null || !isInRupiah(payload)) return undefined
  return { id, reference, amount, state: ends.get(payload.status) ?? 'waits', failure: textOf(payload.failure_code) }
}

/** States in the order of precedence: a payout that was paid or may be paid comes first. */
const weightiest: ProviderPayout['state'][] = ['succeeded', 'waits', 'reversed', 'failed']

/**
 * A reference belongs to one payout. If it has several, the payout that may have been paid takes precedence. Undefined if a payout cannot be read.
 */
function namedOf(response: unknown, reference: string): ProviderPayout | null | undefined {
  const list = isFields(response) ? response.data : response
  if (!Array.isArray(list)) return undefined
  const named = list.filter((one) => isFields(one) && one.reference_id === reference).map(payoutOf)
  if (named.includes(undefined)) return undefined
  return weightiest.flatMap((state) => named.filter((one) => one?.state === state))[0] ?? null
}

/** For an unknown reference Xendit returns either an empty list or this error. */
const missingWhereUnknown = (answer: Answer<ProviderPayout | null>): Answer<ProviderPayout | null> =>
  answer.kind === 'refused' && answer.code === 'unknown' ? { kind: 'answer', value: null } : answer
