import { jabberResultsPerSecond } from '@lapak/contract/partner-api/xmpp'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { bigints, booleans, texts } from '#db/arrays.ts'
import type { Statement, Tx } from '#db/db.ts'
import { createRateLimit } from '#http/rate-limit.ts'
import type { JabberAddresses } from './addresses.ts'

/** PostgreSQL channel, notified when there are messages to send or results to make messages from. */
export const jabberChannel = 'jabber'

interface Final {
  id: bigint
  buyer_id: bigint
  reffclient: string
  channel: number
}

/** Results of purchases for Jabber addresses. */
export interface JabberResults {
  /** Called in the transaction in which they became final or were corrected. Costs nothing when no address is to receive them. */
  store(tx: Tx, purchases: readonly Final[]): Promise<void>
}

/** `served` is true when an XMPP account is configured. */
export function createJabberResults({ addresses, served }: { addresses: JabberAddresses; served: boolean }): JabberResults {
  const allOf = createRateLimit<bigint>(jabberResultsPerSecond)
  /** Hundreds of results a minute are unreadable in a chat and would delay those of other members. Results of orders by Jabber are always sent. */
  const hasRoom = (memberId: bigint): boolean => {
    try {
      allOf.spend(memberId)
      return true
    } catch {
      return false
    }
  }
  const isHeard = ({ channel, buyer_id }: Final): boolean =>
    channel === orderChannels.jabber || (addresses.anyReceivesAll(buyer_id) && hasRoom(buyer_id))

  async function store(tx: Tx, purchases: readonly Final[]) {
    const heard = served ? purchases.filter(isHeard) : []
    if (heard.length === 0) return
    await tx.run(insertResults, [
      bigints(heard.map(({ buyer_id }) => buyer_id)),
      bigints(heard.map(({ id }) => id)),
      texts(heard.map(({ reffclient }) => reffclient)),
      booleans(heard.map(({ channel }) => channel === orderChannels.jabber)),
    ])
  }

  return { store }
}

const insertResults: Statement = {
  name: 'jabber.results',
  text: `
  with told as (select pg_notify('${jabberChannel}', ''))
  insert into jabber_result (member_id, purchase_id, reffclient, ordered)
  select given.* from told, unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[]) as given`,
}
