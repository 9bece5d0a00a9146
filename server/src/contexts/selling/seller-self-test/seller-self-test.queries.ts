import type { SelfTestRunSituation, selfTestCalls } from '@lapak/contract/selling/seller-self-test'
import type { DataOf } from '@lapak/contract/shared/call'
import { testPrefix } from '#contexts/ordering/purchases/purchases.ts'
import type { Reader } from '#db/db.ts'

type SelfTest = DataOf<typeof selfTestCalls.read>

export async function readSelfTest(read: Reader, sellerId: bigint, installation: string): Promise<SelfTest> {
  const run = await read
    .selectFrom('self_test_run')
    .select(['id', 'started_at as mulai', 'ended_at as selesai'])
    .where('seller_id', '=', sellerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { awalan: testPrefix(installation), uji: run ? { ...run, situasi: await situationsOf(read, run.id) } : null }
}

async function situationsOf(read: Reader, runId: bigint): Promise<SelfTestRunSituation[]> {
  const situations = await read
    .selectFrom('self_test_situation')
    .select(['nth', 'situation as situasi', 'product_code as kodeproduk', 'target as tujuan', 'reference as reffid'])
    .select(['begun_at as mulai', 'verdict as hasil', 'advice as saran'])
    .where('run_id', '=', runId)
    .orderBy('nth')
    .$castTo<Omit<SelfTestRunSituation, 'langkah'> & { nth: number }>()
    .execute()
  const steps = await read
    .selectFrom('self_test_step')
    .select(['nth', 'source as cara', 'at', 'request as permintaan', 'answer as jawaban', 'understood as dipahami'])
    .select(['serial_number as serialnumber', 'follows as akibat', 'took_ms as lamams'])
    .where('run_id', '=', runId)
    .orderBy('nth')
    .orderBy('step')
    .$castTo<SelfTestRunSituation['langkah'][number] & { nth: number }>()
    .execute()
  return situations.map(({ nth, ...situation }) => ({
    ...situation,
    langkah: steps.filter((step) => step.nth === nth).map(({ nth: _, ...step }) => step),
  }))
}
