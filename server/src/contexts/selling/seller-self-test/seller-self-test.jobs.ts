import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob, onDemandJob } from '#jobs/jobs.ts'
import { endAbandonedSelfTests } from './run.ts'
import type { SelfTestRunner } from './runner.ts'
import { beginSelfTestJob } from './seller-self-test.ts'

export interface SelfTestJobsContext {
  db: Database
  settings: Settings
  selfTests: Pick<SelfTestRunner, 'begin'>
}

export const sellerSelfTestJobs = ({ db, settings, selfTests }: SelfTestJobsContext) => [
  onDemandJob(beginSelfTestJob, async ({ id }) => selfTests.begin(id)),
  cronJob({ name: 'end-abandoned-self-tests', cron: '* * * * *', runOnStart: true, run: () => endAbandonedSelfTests(db) }),
  cronJob({
    name: 'purge-self-tests',
    cron: '27 3 * * *',
    async run() {
      const keptDays = settings.get('sellerSelfTest.keptDays')
      await db.transaction((tx) =>
        sql`delete from self_test_run where ended_at is not null and started_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
