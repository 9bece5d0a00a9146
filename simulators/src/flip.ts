/** Simulates Flip's bank account inquiry: for each account number, it answers PENDING the configured number of times, then the configured result. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerJson, listen } from './listening.ts'

export interface FlipSimulator {
  readonly url: string
  /** Sets the result for an account number. A `status` that Flip does not define is returned unchanged. */
  knows(accountNo: string, result: { status: string; account_holder?: string; pendingTimes?: number }): void
  /** How often the account number was queried. */
  askedAbout(accountNo: string): number
  close(): Promise<void>
}

export async function startFlip(secretKey: string): Promise<FlipSimulator> {
  const known = new Map<string, { status: string; account_holder?: string; pendingTimes?: number }>()
  const asked = new Map<string, number>()
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const server = await listen(receive, '127.0.0.1')

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.headers.authorization !== authorization) {
      response.statusCode = 401
      return answerJson(response, { name: 'Unauthorized', status: 401 })
    }
    const form = new URLSearchParams(body)
    const account_number = form.get('account_number') ?? ''
    const bank_code = form.get('bank_code') ?? ''
    const times = (asked.get(account_number) ?? 0) + 1
    asked.set(account_number, times)
    const { status, account_holder = '', pendingTimes = 0 } = known.get(account_number) ?? { status: 'INVALID_ACCOUNT_NUMBER' }
    const waits = times <= pendingTimes
    answerJson(response, { bank_code, account_number, account_holder: waits ? '' : account_holder, status: waits ? 'PENDING' : status })
  }

  return {
    url: server.url,
    knows: (accountNo, result) => void known.set(accountNo, result),
    askedAbout: (accountNo) => asked.get(accountNo) ?? 0,
    close: server.close,
  }
}
