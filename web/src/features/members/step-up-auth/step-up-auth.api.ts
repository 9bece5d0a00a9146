import { stepUpCalls } from '@lapak/contract/members/step-up-auth'
import type { BodySent } from '@lapak/contract/shared/call'
import { submit } from '#lib/api.ts'

export const prove = (body: BodySent<typeof stepUpCalls.prove>) => submit(stepUpCalls.prove, { body })
