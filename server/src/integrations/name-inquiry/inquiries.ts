import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankCode } from '@lapak/contract/shared/banks'
import type { Outgoing } from '#http/outgoing.ts'
import { bankCodes } from '#integrations/bank-codes.ts'
import { isFields, readJson, textOf } from '#integrations/payment-gateway/json.ts'
import type { Config } from '#shared/config.ts'
import type { NameInquiry, Owner } from './name-inquiry.ts'

/** Flip if it is configured. Without a configuration, a sandbox with invented names outside production, and null in production. */
export function createNameInquiry(outgoing: Outgoing, { nameInquiry: settings, production }: Config): NameInquiry | null {
  if (settings) return createFlipNames(outgoing, settings)
  return production ? null : sandboxNames
}

// — Sandbox

const first = [
  'Agus',
  'Budi',
  'Citra',
  'Dewi',
  'Eko',
  'Fitri',
  'Hendra',
  'Indah',
  'Joko',
  'Lestari',
  'Made',
  'Nur',
  'Putri',
  'Rina',
  'Slamet',
  'Wahyu',
]
const last = [
  'Gunawan',
  'Handayani',
  'Hidayat',
  'Kurniawan',
  'Lubis',
  'Nugroho',
  'Permana',
  'Pratama',
  'Rahayu',
  'Santoso',
  'Saputra',
  'Setiawan',
  'Siregar',
  'Susanti',
  'Utami',
  'Wijaya',
]

/** Invents names, always the same name for the same number. Numbers that end in 0000 do not exist. */
export const sandboxNames: NameInquiry = {
  check: async () => null,
  async ownerOf(bankCode, accountNo) {
    if (accountNo.endsWith('0000')) return { kind: 'none' }
    const digest = createHash('sha256').update(`${bankCode}.${accountNo}`).digest()
    return { kind: 'named', name: `${nth(first, digest[0])} ${nth(last, digest[1])}`.toUpperCase() }
  },
}

const nth = (names: readonly string[], byte = 0) => names[byte % names.length]

// — Flip

interface FlipSettings {
  secretKey: string
  /** Replaces Flip's default URL; empty means the default. */
  url: string
}

const address = 'https://bigflip.id/api'

/** The maximum number of requests. The pauses between them are short, because a user waits at the form. */
const requestsMax = 6
const pauseMs = 1_000

/** Flip for Business. Its first answer is often PENDING while it queries the bank; a later request returns the result. */
function createFlipNames(outgoing: Outgoing, { secretKey, url }: FlipSettings): NameInquiry {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

  async function ask(bankCode: BankCode, accountNo: string): Promise<Owner> {
    const result = await outgoing.request({
      method: 'POST',
      url: `${url || address}/v2/disbursement/bank-account-inquiry`,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ account_number: accountNo, bank_code: bankCodes[bankCode].flip }).toString(),
      timeoutMs: 10_000,
    })
    if (result.kind !== 'answer') return { kind: 'unknown', message: result.reason }
    return result.status === 200 ? parseOwner(readJson(result.body)) : { kind: 'unknown', message: `status ${result.status}` }
  }

  return {
    async check() {
      const result = await outgoing.request({
        method: 'GET',
        url: `${url || address}/v2/general/balance`,
        headers: { authorization, accept: 'application/json' },
        timeoutMs: 10_000,
      })
      if (result.kind !== 'answer') return `flip ${result.reason}`
      return result.status === 200 ? null : `flip status ${result.status}`
    },
    async ownerOf(bankCode, accountNo) {
      let owner = await ask(bankCode, accountNo)
      for (let asked = 1; asked < requestsMax && owner.kind === 'unknown' && owner.message === pending; asked += 1) {
        await sleep(pauseMs)
        owner = await ask(bankCode, accountNo)
      }
      return owner
    },
  }
}

const pending = 'PENDING'
const nameMax = 100

/** A suspected account can be paid to; a closed or blacklisted one cannot. */
function parseOwner(response: unknown): Owner {
  const { status, account_holder: holder } = isFields(response) ? response : {}
  switch (status) {
    case 'SUCCESS':
    case 'SUSPECTED_ACCOUNT': {
      const name = textOf(holder)?.trim().slice(0, nameMax)
      return name ? { kind: 'named', name } : { kind: 'unknown', message: 'no name' }
    }
    case 'INVALID_ACCOUNT_NUMBER':
    case 'BLACK_LISTED':
    case 'CLOSED':
      return { kind: 'none' }
    default:
      return { kind: 'unknown', message: textOf(status) ?? 'no status' }
  }
}
