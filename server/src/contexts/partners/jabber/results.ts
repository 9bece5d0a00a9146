import { jabberResultsPerSecond } from '@lapak/contract/partner-api/xmpp'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { bigints, booleans, texts } from '#db/arrays.ts'
import type { Statement, Tx } from '#db/db.ts'
import { createRateLimit } from '#http/rate-limit.ts'
import type { XmppAddresses } from './addresses.ts'

/** The PostgreSQL notification channel: notified when there are messages to send, or results to create messages from. */
export const xmppChannel = 'jabber'

interface Final {
  id: bigint
  buyer_id: bigint
  reffclient: string
  channel: number
}

/** Stores results of purchases that are to be sent to Jabber addresses. */
export interface XmppResults {
  /**
   * Must be called in the transaction in which the purchases became final or were corrected. Does no query if no address is to receive the results.
   */
  store(tx: Tx, purchases: readonly Final[]): Promise<void>
}

/** `served` is true if an XMPP account is configured. */
export function createXmppResults({ addresses, served }: { addresses: XmppAddresses; served: boolean }): XmppResults {
  const allOf = createRateLimit<bigint>(jabberResultsPerSecond)
  /**
   * The limit per member and second for results of other channels: hundreds of results per minute cannot be read in a chat and would delay the
   * results of other members. Results of Jabber orders are not limited.
   */
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
  with told as (select pg_notify('${xmppChannel}', ''))
  insert into jabber_result (member_id, purchase_id, reffclient, ordered)
  select given.* from told, unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[]) as given`,
}
