import { stepUpCalls } from '@lapak/contract/members/step-up-auth'
import type { BodySent } from '@lapak/contract/shared/call'
import { submit } from '#lib/api.ts'

export const submitStepUp = (body: BodySent<typeof stepUpCalls.stepUp>) => submit(stepUpCalls.stepUp, { body })
