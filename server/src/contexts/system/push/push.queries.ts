import { pushDevicesMax } from '@lapak/contract/system/push'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

export interface RefusingService {
  host: string
  status: number
  refused_at: Date
}

/**
 * Number of most recently notified members that are examined per push service. If messages to all of them were refused, the service refuses the
 * platform and not a single browser.
 */
const membersAsked = 3
/** Number of most recently notified browsers that are read, enough to include that many members. */
const devicesAsked = membersAsked * pushDevicesMax

/**
 * Push services that refuse the platform's key or subject: for each of the most recently notified members, the newest attempt was refused. This query
 * runs every minute, so it goes from one service to the next and reads only a few browsers of each.
 */
export async function refusingServices(read: Reader): Promise<RefusingService[]> {
  const { rows } = await sql<RefusingService>`
    with recursive service as (
      select min(host) as host from push_device where refused_at is not null
      union all
      select (select min(host) from push_device where refused_at is not null and push_device.host > service.host)
      from service where service.host is not null
    )
    select service.host, (array_agg(refused_status order by notified_at desc))[1] as status, max(refused_at) as refused_at
    from service
    cross join lateral (
      select * from (
        select distinct on (member_id) refused_at, refused_status, notified_at
        from (
          select member_id, refused_at, refused_status, greatest(taken_at, refused_at) as notified_at from push_device
          where push_device.host = service.host and greatest(taken_at, refused_at) is not null
          order by greatest(taken_at, refused_at) desc limit ${devicesAsked}
        ) told
        order by member_id, notified_at desc
      ) answer
      order by notified_at desc limit ${membersAsked}
    ) newest
    group by service.host having bool_and(refused_at is not null)
    order by service.host`.execute(read)
  return rows
}
