import type { Reader } from '#core/db.ts'

export interface RefusingService {
  host: string
  status: number
  refused_at: Date
}

/** Push services that refuse our keys or our name, and have taken nothing since. */
export const refusingServices = (read: Reader): Promise<RefusingService[]> =>
  read.selectFrom('push_refusal').select(['host', 'status', 'refused_at']).orderBy('host').execute()
