/*
 * npm run setup [-- --yes] [--file setup.json] [--json]: sets up a new installation, and asks only for what is missing, so that it can be run again. With
 * --yes it asks nothing and takes the answers of the file (docs/setup.example.json). What is an environment variable is only checked: it says which one to
 * set. Uses the database of DATABASE_URL, which it also migrates. Exit code 1 if something is open or failed, 2 for a wrong usage or if the database
 * cannot be used.
 */
import { parseArgs } from 'node:util'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { prepareDatabase } from '#database.ts'
import { openDatabase } from '#db/db.ts'
import { type Config, ConfigError, readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { operatorOutbox } from './operator-outbox.ts'
import { type Answers, noAnswers, readAnswers } from './setup/answers.ts'
import { type Asker, createAsker, silentAsker } from './setup/asker.ts'
import { runSteps, type StepResult, type StepState } from './setup/steps.ts'

const usage = 'usage: DATABASE_URL=… SECRET_KEY=… npm run setup -- [--yes] [--file setup.json] [--json]'

async function run(): Promise<number> {
  const options = { yes: { type: 'boolean' }, file: { type: 'string' }, json: { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  const answers = values.file === undefined ? noAnswers : await readAnswers(values.file)
  const config = readConfig(process.env)
  if (!config.databaseUrl) throw new ConfigError(`DATABASE_URL is not set\n${usage}`)
  if (!process.env.SECRET_KEY && process.env.NODE_ENV !== 'test')
    throw new ConfigError(
      'SECRET_KEY is not set: make one with `openssl rand -base64 48`, and keep a copy away from this machine and its backups',
    )
  const asker = values.yes ? silentAsker : createAsker()
  const results: StepResult[] = []
  try {
    for await (const result of steps({ config, databaseUrl: config.databaseUrl, answers, asker })) {
      results.push(result)
      if (!values.json) console.log(lineOf(result))
    }
  } finally {
    asker.close()
  }
  const ready = results.every(({ state }) => state === 'done' || state === 'kept')
  if (values.json) console.log(JSON.stringify({ ready, steps: results }, null, 2))
  else
    console.log(
      ready
        ? '\nReady. Start Lapak (npm run serve), and run npm run doctor.'
        : '\nRun it again when this is done; what is done is not asked again.',
    )
  return ready ? 0 : 1
}

interface Setup {
  config: Config
  databaseUrl: string
  answers: Answers
  asker: Asker
}

async function* steps({ config, databaseUrl, answers, asker }: Setup): AsyncGenerator<StepResult> {
  await prepareDatabase({ databaseUrl, databaseOwnerUrl: config.databaseOwnerUrl })
  yield { step: 'database', state: 'kept', message: 'reachable, and as this version needs it' }
  yield environment(config)
  const log = createLog('warn')
  const db = await openDatabase({ url: databaseUrl, pool: 2, log })
  try {
    const outbox = await operatorOutbox(db, config)
    yield* runSteps({ db, audit: createAudit({ db, log }), config, outbox, answers, asker })
  } finally {
    await db.close()
  }
}

/** In production, `readConfig` has refused weak secrets before. */
const environment = ({ production }: Config): StepResult => ({
  step: 'environment',
  state: production ? 'kept' : 'open',
  message: production ? 'production' : 'set NODE_ENV=production: this is a demo, whose codes and e-mails stay at /dev/outbox',
})

const marks: Record<StepState, string> = { done: '+', kept: '=', open: '?', failed: '!' }

const lineOf = ({ step, state, message }: StepResult): string => `${marks[state]} ${step.padEnd(18)} ${message}`

try {
  process.exitCode = await run()
} catch (error) {
  console.error(`setup: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
