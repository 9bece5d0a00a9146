import {
  defaultOf,
  type SettingName,
  type SettingValue,
  settingBounds,
  settingDefaults,
  settingNames,
  settingSchema,
  weakensProtection,
} from '@lapak/contract/shared/setting-defaults'
import type { SettingRow } from '@lapak/contract/system/settings'
import { z } from 'zod'
import {
  type Administrator,
  type Approval,
  type Approved,
  asNoLongerPossible,
  hasSecondAdministrator,
  requestApproval,
  requireAdministrator,
} from '#contexts/system/approvals/approvals.ts'
import { type Actor, type Audit, onTheMachine } from '#contexts/system/audit/audit.ts'
import type { CachedTable } from '#db/cache.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import { parseInput } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Config } from '#shared/config.ts'
import { readSetting } from './settings.queries.ts'

/** Settings that administrators may change, from the cache: cheap enough to read for every order. */
export interface Settings {
  get<Name extends SettingName>(name: Name): SettingValue<Name>
  /** False while the setting has its default. */
  isSet(name: SettingName): boolean
}

interface StoredSetting {
  name: string
  value: unknown
}

/** All settings have their defaults until the cache has read the stored values. */
export function createSettings(where: { production: boolean }): Settings & { cached: CachedTable<StoredSetting> } {
  const values = new Map<string, unknown>(settingNames.map((name) => [name, defaultOf(settingDefaults[name], where)]))
  const set = new Set<string>()
  return {
    get: <Name extends SettingName>(name: Name) => values.get(name) as SettingValue<Name>,
    isSet: (name) => set.has(name),
    cached: {
      readSince: (read, version) => read.selectFrom('setting').select(['name', 'value']).where('version', '>', version).execute(),
      apply({ name, value }) {
        if (!isSetting(name)) return
        values.set(name, settingSchema(settingDefaults[name]).decode(value))
        set.add(name)
      },
    },
  }
}

export const isSetting = (name: string): name is SettingName => Object.hasOwn(settingDefaults, name)

export interface SettingDeps {
  config: Pick<Config, 'production'>
  db: Database
  audit: Audit
}

export interface SettingAsk {
  name: string
  value: unknown
  version: bigint
  reason: string
}

/**
 * The only way to change a setting. The change and its record are written together; a request for an outdated version is refused. A change that
 * weakens protection waits for a second administrator, if there is one, since it would be the first step of an attacker with a stolen session.
 */
export async function changeSetting(deps: SettingDeps, by: Administrator, asked: SettingAsk): Promise<'done' | 'approval_requested'> {
  const wanted = wantedOf(asked)
  const done = await deps.db.transaction(async (tx) => {
    const before = await held(tx, deps, wanted)
    await requireAdministrator(tx, by.memberId)
    const alone =
      !weakensProtection(settingDefaults[wanted.name], before.value, wanted.value) || !(await hasSecondAdministrator(tx, by.memberId))
    if (alone) await write(tx, deps, { ...wanted, before: before.value, by, askedBy: null })
    return alone
  })
  if (done) return 'done'
  const { name, value, version, reason } = wanted
  const payload = { value, version: String(version) }
  await requestApproval(deps, { kind: 'setting.change', subject: name, amount: null, payload, by, reason })
  return 'approval_requested'
}

/** Sets a setting that nobody has set yet, by the operator of the machine. False if it is set, also to its default. */
export function setUpSetting(deps: SettingDeps, asked: Omit<SettingAsk, 'version'>): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const wanted = wantedOf({ ...asked, version: 0n })
    await lockCache(tx)
    const { value: before, version } = await readSetting(tx, deps.config, wanted.name)
    if (version !== 0n) return false
    await refuseTurnedRound(tx, deps.config, wanted)
    await write(tx, deps, { ...wanted, before, by: onTheMachine, askedBy: null, isFirst: true })
    return true
  })
}

/** Executes an approved change, unless the setting, or its permitted values in the program, changed meanwhile. */
export async function executeApprovedSettingChange(
  deps: SettingDeps,
  { subject, payload, reason }: Approved,
  approval: Approval,
): Promise<void> {
  const { value, version } = waiting.parse(payload)
  await deps.db.transaction(async (tx) => {
    const { wanted, before } = await stillHeld(tx, deps, { name: subject, value, version, reason })
    if (!(await approval.consume(tx))) throw new Refusal('decision.changed')
    await write(tx, deps, { ...wanted, before: before.value, by: approval.by, askedBy: approval.askedBy })
  })
}

async function stillHeld(tx: Tx, deps: SettingDeps, asked: SettingAsk): Promise<{ wanted: Wanted; before: SettingRow }> {
  try {
    const wanted = wantedOf(asked)
    return { wanted, before: await held(tx, deps, wanted) }
  } catch (error) {
    throw asNoLongerPossible(error)
  }
}

/** The payload of a change that waits for a second administrator. */
const waiting = z.object({ value: z.number(), version: z.string().transform(BigInt) })

interface Wanted extends SettingAsk {
  name: SettingName
  value: SettingRow['value']
}

function wantedOf({ name, value, ...asked }: SettingAsk): Wanted {
  if (!isSetting(name)) throw new Refusal('not_found.setting')
  const schema = settingSchema(settingDefaults[name])
  return { ...asked, name, value: z.encode(schema, parseInput(z.object({ value: schema }), { value }).value) as SettingRow['value'] }
}

async function held(tx: Tx, { config }: SettingDeps, wanted: Wanted): Promise<SettingRow> {
  const { name, version } = wanted
  await lockCache(tx)
  const before = await readSetting(tx, config, name)
  if (before.version !== version) throw new Refusal('setting.changed')
  await refuseTurnedRound(tx, config, wanted)
  return before
}

/**
 * Refuses values with which a lower bound would reach or exceed its upper bound. Called under the cache lock, so that changes of both bounds run one
 * after the other.
 */
async function refuseTurnedRound(tx: Tx, config: SettingDeps['config'], { name, value }: Wanted): Promise<void> {
  const bound = settingBounds.find(({ from, until }) => from === name || until === name)
  if (bound === undefined) return
  const isFrom = bound.from === name
  const other = isFrom ? bound.until : bound.from
  const { value: there } = await readSetting(tx, config, other)
  const [from, until] = isFrom ? [value, there] : [there, value]
  if (from < until || (from === until && bound.mayBeEqual)) return
  throw new Refusal('setting.order', { name, than: thanWords(isFrom, bound.mayBeEqual), other, value: there }, { field: 'value' })
}

const thanWords = (isFrom: boolean, mayBeEqual?: boolean) => {
  if (mayBeEqual) return isFrom ? 'paling banyak sama dengan' : 'paling sedikit sama dengan'
  return isFrom ? 'lebih kecil dari' : 'lebih besar dari'
}

interface Change extends Wanted {
  before: SettingRow['value']
  by: Actor
  /** The administrator who requested the change, if a second administrator approved it; null when a single administrator decided. */
  askedBy: bigint | null
  /** Also stores the default, so that it is known to be chosen. */
  isFirst?: true
}

async function write(tx: Tx, { audit }: SettingDeps, { name, before, value, by, askedBy, reason, isFirst }: Change) {
  if (before === value && !isFirst) return
  const stored = JSON.stringify(value)
  await tx
    .insertInto('setting')
    .values({ name, value: stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: stored }))
    .execute()
  await tx
    .insertInto('setting_change')
    .values({ name, before: JSON.stringify(before), after: stored, member_id: askedBy ?? by.memberId, reason })
    .execute()
  await audit.record(tx, {
    event: 'setting.changed',
    by,
    subject: name,
    before: { value: before },
    after: { value, ...(askedBy !== null && { askedby: askedBy }) },
    reason,
  })
}
