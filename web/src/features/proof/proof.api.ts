import type { BodySent } from '@lapak/contract/call'
import { proofCalls } from '@lapak/contract/proof'
import { submit } from '#lib/api.ts'

export const prove = (body: BodySent<typeof proofCalls.prove>) => submit(proofCalls.prove, { body })
