import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically, whenAsked } from '#jobs/jobs.ts'
import { endLeftRuns } from './run.ts'
import type { SelfTestRunner } from './runner.ts'
import { beginSelfTest } from './seller-self-test.ts'

export interface SelfTestJobsContext {
  db: Database
  settings: Settings
  selfTests: Pick<SelfTestRunner, 'begin'>
}

export const sellerSelfTestJobs = ({ db, settings, selfTests }: SelfTestJobsContext) => [
  whenAsked(beginSelfTest, async ({ id }) => selfTests.begin(id)),
  periodically({ name: 'end-abandoned-self-tests', at: '* * * * *', atStart: true, work: () => endLeftRuns(db) }),
  periodically({
    name: 'purge-self-tests',
    at: '27 3 * * *',
    async work() {
      const keptDays = settings.get('sellerSelfTest.keptDays')
      await db.transaction((tx) =>
        sql`delete from self_test_run where ended_at is not null and started_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
