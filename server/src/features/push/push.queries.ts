import { sql } from 'kysely'
import type { Reader } from '#core/db.ts'

export interface RefusingService {
  host: string
  status: number
  refused_at: Date
}

/** So many members were told last at a service: their browsers say whether it refuses us, or one browser alone. */
const membersAsked = 3

/** Push services that refuse our key or our name: those of the members who were told there last, whoever had only refusals. */
export async function refusingServices(read: Reader): Promise<RefusingService[]> {
  const { rows } = await sql<RefusingService>`
    with answer as (
      select distinct on (host, member_id) host, refused_at, refused_status, greatest(taken_at, refused_at) as told_at
      from push_device
      where (taken_at is not null or refused_at is not null)
        and host in (select host from push_device where refused_at is not null)
      order by host, member_id, told_at desc
    ),
    newest as (select answer.*, row_number() over (partition by host order by told_at desc) as place from answer)
    select host, (array_agg(refused_status order by told_at desc))[1] as status, max(refused_at) as refused_at
    from newest where place <= ${membersAsked}
    group by host having bool_and(refused_at is not null)
    order by host`.execute(read)
  return rows
}
