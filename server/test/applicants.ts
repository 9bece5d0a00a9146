import { randomUUID } from 'node:crypto'
import type { TestApp, TestMember } from './app.ts'

/** Sends the documents of this complete member, as the page does after the upload of a card. The application then waits for an administrator. */
export async function applyToSell(app: TestApp, who: TestMember): Promise<void> {
  const name = `${randomUUID().replaceAll('-', '')}.webp`
  await app.tables.insertInto('upload').values({ name, owner_id: who.id, private: true, bytes: 1, width: 1, height: 1 }).execute()
  const body = { ktp: `/private/images/${name}` }
  const sent = await app.call('POST', '/api/v1/seller/document', { token: who.token, body })
  if (sent.status !== 200) throw new Error(`the documents were not sent: ${sent.body.msg}`)
}

/** The decision of an administrator about the application. */
export async function decideApplication(app: TestApp, who: TestMember, decision: 'approve' | 'reject', by: TestMember): Promise<void> {
  const body = decision === 'reject' ? { reason: 'Foto KTP tidak terbaca' } : {}
  const decided = await app.call('PATCH', `/api/admin/v1/seller/${decision}/${who.id}`, { token: by.token, body })
  if (decided.status !== 200) throw new Error(`the application was not decided: ${decided.body.msg}`)
}
