/* Somebody new whose account is complete, without the way there: account.test.ts walks it. */
import { openTables } from '../server/test/database.ts'
import type { Lapak } from './lapak.ts'
import { newMember, newPhone } from './new-member.ts'

export async function completeMember(lapak: Lapak, nama?: string, phone = newPhone()): Promise<{ email: string; token: string }> {
  const member = await newMember(lapak, nama)
  const tables = openTables(lapak.info.databaseUrl)
  await tables
    .updateTable('member')
    .set({
      phone: phone.replace(/^0/, '62'),
      phone_verified_at: new Date(),
      address: 'Jl. Tanjung Duren Raya No. 20',
      province_id: 31n,
      city_id: 3173n,
      district_id: 317302n,
    })
    .where('email', '=', member.email)
    .execute()
    .finally(() => tables.destroy())
  return member
}
