import { randomUUID } from 'node:crypto'
import { jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import {
  type Answer,
  answerReceived,
  countWrongKey,
  deleteReceived,
  firstRefusal,
  hasRead,
  type Incoming,
  openReceived,
  type Received,
  readStanding,
  resetWrongKeys,
  roomForCommand,
  type Standing,
  standingsOf,
  storeReceived,
  verifyAddress,
  type XmppAddress,
  xmppIdSilenced,
} from '#contexts/partners/jabber/jabber.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { isConnectionLost, type Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { XmppMessage } from '#integrations/xmpp/xmpp.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { type Cipher, sameText } from '#shared/secrets.ts'
import { type Command, type Reading, readCommand } from './commands.ts'
import { type ExecuteDeps, executeCommand } from './execute-command.ts'
import {
  commandUnknownText,
  formText,
  linesText,
  silencedText,
  tooManyText,
  undecidedText,
  unreadableText,
  whyRefused,
  wrongKeyText,
} from './messages.ts'

export interface InboxDeps extends ExecuteDeps {
  audit: Audit
  keys: Keys
  cipher: Cipher
  outbox: Pick<Outbox, 'sendEmail'>
  log: Log
}

/** Commands of one account: each is stored once, executed, and answered once, despite crashes in between. */
export interface Inbox {
  /**
   * Resolves when the command is stored: from then on it will be answered even after a crash. Commands of one address run one after the other. For an
   * unverified address, `addresses` has one entry per member who claims it.
   */
  take(addresses: readonly XmppAddress[], message: XmppMessage): Promise<void>
  /** Records the archive position of the skipped messages, so that they are not read again. */
  markPassed(): Promise<void>
  /** Resumes stored, unanswered commands of the previous process. */
  takeUp(): Promise<void>
  /** Resolves when no command is running. Commands that have not started stay stored. */
  close(): Promise<void>
}

/** Decision about a message before rate limits are applied. */
type Verdict =
  | { kind: 'do'; command: Command; keyId: bigint | null }
  | { kind: 'say'; body: string }
  /** A wrong key. */
  | { kind: 'wrong' }
  | { kind: 'silence' }

/** Decision about a message after rate limits. */
type Settled = 'carry out' | Answer | Unheard

/** The sender's address is ignored for this many seconds, with an optional notice to it. */
interface Unheard {
  unheardSeconds: number
  reply: Answer | null
}

const againMs = 1_000
/** An address silenced for an hour is checked in the database again after this many seconds. */
const silenceSeconds = 5
const markEveryMs = 1_000

export function createInbox(deps: InboxDeps, account: string): Inbox {
  const { db, log } = deps
  /** Last promise per address, which keeps its commands in order. */
  const lines = new Map<string, Promise<void>>()
  /** Time until which messages of an address are skipped. */
  const unheard = new Map<string, number>()
  /** Archive id of the last skipped message that is not recorded yet. */
  let passed: string | null = null
  let markedAt = 0
  let closed = false

  /**
   * Skips a message of a flooding address. Only the archive position is written, at most once a second, so that other senders are not slowed down.
   */
  async function skipLocked({ archiveId }: XmppMessage) {
    passed = archiveId ?? passed
    if (Date.now() - markedAt > markEveryMs) await markPassed()
  }

  async function markPassed() {
    if (passed === null) return
    await hasRead(db, account, passed)
    passed = null
    markedAt = Date.now()
  }

  function inLine(received: Received) {
    const before = lines.get(received.jid) ?? Promise.resolve()
    const mine = before.then(() => untilAnswered(received))
    lines.set(received.jid, mine)
    void mine.then(() => {
      if (lines.get(received.jid) === mine) lines.delete(received.jid)
    })
  }

  /** Retries until the database is back; no other process would answer the command. */
  async function untilAnswered(received: Received): Promise<void> {
    while (!closed) {
      try {
        return await answer(received)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'system.closing') return
        log.error({ err: error, received: received.id }, 'answering an XMPP command failed; retrying')
        await new Promise((resolve) => setTimeout(resolve, againMs))
      }
    }
  }

  async function answer(received: Received) {
    const command = received.command as unknown as Command
    const reply = await carriedOut(received, command).catch((error: unknown) => unanswerable(error, command))
    crashPoint('jabber.ordered')
    await db.transaction((tx) => answerReceived(tx, received, reply))
    crashPoint('jabber.answered')
  }

  /** Executes a command if its address is still allowed; otherwise it gets no answer. */
  async function carriedOut(received: Received, command: Command): Promise<Answer | null> {
    const { memberId, keyId } = received
    const { allowed, keyIsThere, minutesUnderWay } = await readStanding(db, received)
    if (!allowed || !deps.catalogue.tradingProfiles.get(memberId)?.active) return null
    const verified = command.do === 'help' || (keyIsThere && (keyId === null || deps.keys.isFirstKey(memberId, keyId)))
    return executeCommand(deps, callerOf(memberId), command, { minutesUnderWay, verified })
  }

  /** Answer after an internal error, so that it does not block later commands. The member can resend the order with the same reference. */
  function unanswerable(error: unknown, command: Command): Answer {
    if (error instanceof Refusal || isConnectionLost(error)) throw error
    log.error({ err: error, command: command.do }, 'XMPP command failed')
    return { body: undecidedText('gangguan sistem', 'order' in command ? command.order.reffclient : '-') }
  }

  return {
    async take(addresses, message) {
      const jid = message.from
      if (Date.now() < (unheard.get(jid) ?? 0)) return skipLocked(message)
      const judged = whoSpeaks(deps, await standingsOf(db, addresses), readCommand(message.body))
      // The sender's address was removed in the meantime.
      if (judged === null) return
      const { address, standing } = judged
      const received = await db.transaction(async (tx) => {
        const verdict = await verifiedBy(tx, deps, judged)
        const incoming = incomingOf(account, address, message, verdict)
        const id = await storeReceived(tx, incoming)
        if (id === null) return null
        // Storing this message also recorded the position of the skipped ones before it.
        if (message.archiveId !== null) tx.afterCommit(() => (passed = null))
        const { command, keyId } = incoming
        const kept = { id, account, jid, memberId: address.memberId, command, keyId }
        const settled = await settleNow(tx, deps, address, verdict)
        if (settled === 'carry out') {
          if (standing.wrongKeys > 0 && kept.command.do !== 'help') await resetWrongKeys(tx, address)
          return kept
        }
        const { reply } = 'reply' in settled ? settled : { reply: settled }
        // Messages of a flooding sender are not stored.
        if (reply === null) await deleteReceived(tx, id)
        else await answerReceived(tx, kept, reply)
        if ('reply' in settled) tx.afterCommit(() => unheard.set(jid, Date.now() + 1_000 * settled.unheardSeconds))
        return null
      })
      if (received === null) return
      crashPoint('jabber.taken')
      inLine(received)
    },
    markPassed,
    async takeUp() {
      for (const received of await openReceived(db, account)) inLine(received)
    },
    async close() {
      closed = true
      await Promise.all(lines.values())
    },
  }
}

interface Judged {
  address: XmppAddress
  standing: Standing
  verdict: Verdict
}

/**
 * Chooses the member of a command. If several members claim the address, it is the member whose key the command contains, else the first one, and
 * that member is answered for all. Too many wrong keys silence the address for all of them.
 */
function whoSpeaks(deps: InboxDeps, known: { address: XmppAddress; standing: Standing }[], reading: Reading): Judged | null {
  const silent = known.some(({ standing }) => standing.silent)
  const judged = known.map(({ address, standing }): Judged => {
    return { address, standing, verdict: silent ? { kind: 'silence' } : judge(deps, address, standing.ownSecret, reading) }
  })
  const bearsKey = 'command' in reading && reading.key !== null
  return judged.find(({ verdict }) => bearsKey && verdict.kind === 'do') ?? judged[0] ?? null
}

/** The first command with the right key verifies its address. If another member has verified it meanwhile, the key counts as wrong. */
async function verifiedBy(tx: Tx, deps: InboxDeps, { address, verdict }: Judged): Promise<Verdict> {
  if (address.verified || verdict.kind !== 'do' || verdict.command.do === 'help') return verdict
  return (await verifyAddress(tx, deps, address)) ? verdict : { kind: 'wrong' }
}

const callerOf = (memberId: bigint): Caller => ({ memberId, roles: [], test: false, sessionHash: null, sessionId: null, ipAddress: '' })

function judge({ keys, cipher, catalogue }: InboxDeps, { memberId }: XmppAddress, ownSecret: Buffer | null, reading: Reading): Verdict {
  if ('wrong' in reading) return { kind: 'say', body: wrongText(reading) }
  const { command, key } = reading
  if (key === null) return { kind: 'do', command, keyId: null }
  try {
    if (!catalogue.tradingProfiles.get(memberId)?.active) return { kind: 'silence' }
    const keyId = ownSecret === null ? keys.ofFirstKey(memberId, key) : null
    const right = ownSecret === null ? keyId !== null : sameText(key, cipher.decrypt(ownSecret, memberId))
    return right ? { kind: 'do', command, keyId } : { kind: 'wrong' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'say', body: 'order' in command ? undecidedText(whyRefused(error), command.order.reffclient) : whyRefused(error) }
  }
}

function wrongText(reading: Extract<Reading, { wrong: string }>): string {
  switch (reading.wrong) {
    case 'form':
      return formText(reading.form)
    case 'unknown':
      return commandUnknownText
    case 'lines':
      return linesText
    case 'unreadable':
      return unreadableText
  }
}

/** The text of a refused command is not stored: its parts may be misplaced, and one of them may be the key. */
function incomingOf(account: string, address: XmppAddress, message: XmppMessage, verdict: Verdict): Incoming {
  const command = verdict.kind === 'do' ? verdict.command : null
  return {
    account,
    address,
    // Without a stanza id from the server, a duplicate delivery cannot be distinguished from a repeated message. Orders are recognised by their
    // reference.
    stanzaId: message.archiveId ?? `none:${randomUUID()}`,
    archiveId: message.archiveId,
    command: { ...command },
    reffclient: command !== null && 'order' in command ? command.order.reffclient : null,
    sentAt: message.sentAt,
    keyId: verdict.kind === 'do' ? verdict.keyId : null,
  }
}

/** Applies silence and rate limits, in the transaction that stores the message. */
async function settleNow(tx: Tx, deps: InboxDeps, address: XmppAddress, verdict: Verdict): Promise<Settled> {
  if (verdict.kind === 'silence') return { unheardSeconds: silenceSeconds, reply: null }
  const seconds = await roomForCommand(tx, address, deps.settings.get('jabber.commandsPerMinute'))
  if (seconds > 0) return { unheardSeconds: seconds, reply: (await firstRefusal(tx, address)) ? { body: tooManyText(seconds) } : null }
  if (verdict.kind === 'do') return 'carry out'
  return verdict.kind === 'say' ? { body: verdict.body } : { body: await wrongKey(tx, deps, address) }
}

async function wrongKey(tx: Tx, { audit, outbox, log }: InboxDeps, address: XmppAddress): Promise<string> {
  const { id, memberId, jid } = address
  const silenced = await countWrongKey(tx, address)
  const by = { memberId, sessionId: null, ipAddress: '' }
  // The audit entry is written after the commit, in a transaction of its own: it is rate-limited, and this transaction must not wait for it.
  tx.afterCommit(() => {
    audit
      .recordRefused({ event: 'jabber.refused', by, subject: id, after: { jid, silenced } })
      .catch((error: unknown) => log.warn({ err: error }, 'auditing a wrong XMPP key failed'))
  })
  if (!silenced) return wrongKeyText
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  await outbox.sendEmail(tx, { memberId, email }, xmppIdSilenced(jid, jabberWrongKeysMax))
  return silencedText
}
