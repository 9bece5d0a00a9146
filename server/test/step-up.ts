import type { StepUpMethod } from '@lapak/contract/system/audit'
import { generateSync } from 'otplib'
import { type TestApp, type TestMember, testPassword } from './app.ts'
import { askToken, signIn } from './client.ts'

const updateStepUp = (app: TestApp, who: TestMember, stepUp: { way?: StepUpMethod; verified_at: Date }) =>
  app.tables
    .updateTable('session_step_up')
    .set(stepUp)
    .where('token_hash', 'in', (select) => select.selectFrom('session').select('token_hash').where('member_id', '=', who.id))
    .execute()

/** Sets the time of the step-up authentication of all sessions of this member. */
export const steppedUpAgo = (app: TestApp, who: TestMember, minutes: number) =>
  updateStepUp(app, who, { verified_at: new Date(Date.now() - minutes * 60_000) })

/** Marks the member's sessions as if the member had just entered a mailed code. */
export const steppedUpByEmail = (app: TestApp, who: TestMember) => updateStepUp(app, who, { way: 'mail', verified_at: new Date() })

/** The same member, signed in again with a second factor. */
export async function withSecondFactor(app: TestApp, who: TestMember): Promise<TestMember> {
  await steppedUpByEmail(app, who)
  const { secret } = (await app.call('GET', '/api/v1/user/2fa/generate', { token: who.token })).body.data
  const enabled = await app.call('PATCH', '/api/v1/user/2fa/validate', { token: who.token, body: { code: generateSync({ secret }) } })
  if (enabled.status !== 200) throw new Error(`the second factor was not switched on: ${enabled.body.msg}`)
  // The code is used; its period is reset instead of waiting for the next one.
  await app.tables.updateTable('two_factor').set({ last_step: 0n }).where('member_id', '=', who.id).execute()
  const { mfa_token } = (await signIn(app, who.email, testPassword)).body
  const { access_token } = (await askToken(app, { grant_type: 'mfa', mfa_token, mfa_code: generateSync({ secret }) })).body
  return { ...who, token: access_token }
}
