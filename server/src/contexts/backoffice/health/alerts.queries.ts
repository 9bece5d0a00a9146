import type { HealthAlert, HealthAlertQuery, HealthMatter, HealthStep } from '@lapak/contract/backoffice/health'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'

export async function listAlerts(read: Reader, query: HealthAlertQuery): Promise<{ content: HealthAlert[]; totalElements: number }> {
  const { status, matter } = query
  const found = read
    .selectFrom('health_alert')
    .select('health_alert.id')
    .where('health_alert.ended_at', status === 'selesai' ? 'is not' : 'is', null)
    .$if(status === 'terbuka', (rows) => rows.where('health_alert.taken_by', 'is', null))
    .$if(status === 'diambil', (rows) => rows.where('health_alert.taken_by', 'is not', null))
    .$if(matter !== undefined, (rows) => rows.where('health_alert.matter', '=', matter ?? ''))
  const ids = await idsOfPage(read, found, query, 'id', false)
  return { content: inOrderOf(ids, await readAlerts(read, ids)), totalElements: await countOf(found) }
}

/** Open alerts that no administrator has taken. */
export async function waitingAlerts(read: Reader) {
  const untaken = read.selectFrom('health_alert').where('ended_at', 'is', null).where('taken_by', 'is', null)
  const newest = await untaken.select(['id', 'matter', 'message']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return {
    jml: await countOf(untaken.select('id')),
    terbaru: newest ? { ...newest, matter: newest.matter as HealthMatter } : null,
  }
}

async function readAlerts(read: Reader, ids: bigint[]): Promise<HealthAlert[]> {
  const rows = await read
    .selectFrom('health_alert as alert')
    .leftJoin('member as taker', 'taker.id', 'alert.taken_by')
    .select([
      'alert.id',
      'alert.matter',
      'alert.subject',
      'alert.message',
      'alert.opened_at as createat',
      'alert.well_since as baiksejak',
      'alert.taken_by as takenid',
      'taker.name as takenby',
      'alert.ended_at as endedat',
    ])
    .where(sql<boolean>`alert.id = any(${ids}::bigint[])`)
    .execute()
  const steps = await read
    .selectFrom('health_alert_step as step')
    .leftJoin('member', 'member.id', 'step.member_id')
    .select(['step.alert_id', 'step.step', 'step.at', 'member.name as by', 'step.word'])
    .where(sql<boolean>`step.alert_id = any(${ids}::bigint[])`)
    .orderBy('step.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    matter: row.matter as HealthMatter,
    langkah: steps.flatMap(({ alert_id, step, ...entry }) => (alert_id === row.id ? [{ ...entry, step: step as HealthStep }] : [])),
  }))
}
