import { randomUUID } from 'node:crypto'
import { jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import {
  type Answer,
  answerReceived,
  countWrongKey,
  firstRefusal,
  forgetReceived,
  forgiveWrongKeys,
  hasRead,
  type Incoming,
  type JabberAddress,
  jabberIdSilenced,
  keepReceived,
  openReceived,
  type Received,
  readStanding,
  roomForCommand,
  type Standing,
  standingsOf,
  verifyAddress,
} from '#contexts/partners/jabber/jabber.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { databaseLost, type Tx } from '#db/db.ts'
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
  outbox: Pick<Outbox, 'mail'>
  log: Log
}

/** Commands of one account: each is kept once, carried out, and answered once, whatever falls over in between. */
export interface Inbox {
  /**
   * Kept when this resolves: it will be answered even if we die. Those of one address are carried out one after the other. Of an address that nobody
   * verified there is one for each member who claims it.
   */
  take(addresses: readonly JabberAddress[], message: XmppMessage): Promise<void>
  /** Nothing that was passed over comes again: the archive is read from behind it. */
  markPassed(): Promise<void>
  /** What was kept by whoever held the account before, and not answered. */
  takeUp(): Promise<void>
  /** Resolves when nothing is being carried out; what is not begun stays kept. */
  close(): Promise<void>
}

/** What is to be done about a message, as far as it can be known without counting. */
type Verdict =
  | { kind: 'do'; command: Command; keyId: bigint | null }
  | { kind: 'say'; body: string }
  /** Somebody guesses at the key. */
  | { kind: 'wrong' }
  | { kind: 'silence' }

/** What is to be done at once about a message. */
type Settled = 'carry out' | Answer | Unheard

/** Nothing of this address is looked at for so long; what it is told about that. */
interface Unheard {
  unheardSeconds: number
  reply: Answer | null
}

const againMs = 1_000
/** Whoever is silenced for an hour is looked at again after so long. */
const silenceSeconds = 5
const markEveryMs = 1_000

export function createInbox(deps: InboxDeps, account: string): Inbox {
  const { db, log } = deps
  /** The last of what was begun for an address. */
  const lines = new Map<string, Promise<void>>()
  /** Until when what an address sends is passed over. */
  const unheard = new Map<string, number>()
  /** The last that was passed over and is not marked yet. */
  let passed: string | null = null
  let markedAt = 0
  let closed = false

  /** Thousands a minute of one address cost the others no time: of these only the place in the archive is written, once a second. */
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

  /** Where the database is away, it is asked again until it is back: nobody else would. */
  async function untilAnswered(received: Received): Promise<void> {
    while (!closed) {
      try {
        return await answer(received)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'system.closing') return
        log.error({ err: error, received: received.id }, 'a command by Jabber was not answered; it will be tried again')
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

  /** Who was let in when the message came is still who asks, unless it was shut out meanwhile: then it hears nothing. */
  async function carriedOut(received: Received, command: Command): Promise<Answer | null> {
    const { memberId, keyId } = received
    const { allowed, keyIsThere, minutesUnderWay } = await readStanding(db, received)
    if (!allowed || !deps.market.traders.get(memberId)?.active) return null
    const verified = command.do === 'help' || (keyIsThere && (keyId === null || deps.keys.isFirstKey(memberId, keyId)))
    return executeCommand(deps, callerOf(memberId), command, { minutesUnderWay, verified })
  }

  /** A defect of ours must not stop what comes after it. What was ordered is asked again under its reference. */
  function unanswerable(error: unknown, command: Command): Answer {
    if (error instanceof Refusal || databaseLost(error)) throw error
    log.error({ err: error, command: command.do }, 'a command by Jabber failed')
    return { body: undecidedText('gangguan sistem', 'order' in command ? command.order.reffclient : '-') }
  }

  return {
    async take(addresses, message) {
      const jid = message.from
      if (Date.now() < (unheard.get(jid) ?? 0)) return skipLocked(message)
      const judged = whoSpeaks(deps, await standingsOf(db, addresses), readCommand(message.body))
      // It was removed meanwhile.
      if (judged === null) return
      const { address, standing } = judged
      const received = await db.transaction(async (tx) => {
        const verdict = await verifiedBy(tx, deps, judged)
        const incoming = incomingOf(account, address, message, verdict)
        const id = await keepReceived(tx, incoming)
        if (id === null) return null
        // With it all before it is marked.
        if (message.archiveId !== null) tx.afterCommit(() => (passed = null))
        const { command, keyId } = incoming
        const kept = { id, account, jid, memberId: address.memberId, command, keyId }
        const settled = await settleNow(tx, deps, address, verdict)
        if (settled === 'carry out') {
          if (standing.wrongKeys > 0 && kept.command.do !== 'help') await forgiveWrongKeys(tx, address)
          return kept
        }
        const { reply } = 'reply' in settled ? settled : { reply: settled }
        // Who floods leaves nothing behind.
        if (reply === null) await forgetReceived(tx, id)
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
  address: JabberAddress
  standing: Standing
  verdict: Verdict
}

/**
 * Whose command this is: of several who claim the address the one whose key it bears, else the first, who is answered in place of all. Too many
 * wrong keys silence the address for all of them.
 */
function whoSpeaks(deps: InboxDeps, known: { address: JabberAddress; standing: Standing }[], reading: Reading): Judged | null {
  const silent = known.some(({ standing }) => standing.silent)
  const judged = known.map(({ address, standing }): Judged => {
    return { address, standing, verdict: silent ? { kind: 'silence' } : judge(deps, address, standing.ownSecret, reading) }
  })
  const bearsKey = 'command' in reading && reading.key !== null
  return judged.find(({ verdict }) => bearsKey && verdict.kind === 'do') ?? judged[0] ?? null
}

/** The first command with the right key verifies its address; where it is another member's meanwhile, the key is wrong there. */
async function verifiedBy(tx: Tx, deps: InboxDeps, { address, verdict }: Judged): Promise<Verdict> {
  if (address.verified || verdict.kind !== 'do' || verdict.command.do === 'help') return verdict
  return (await verifyAddress(tx, deps, address)) ? verdict : { kind: 'wrong' }
}

const callerOf = (memberId: bigint): Caller => ({ memberId, roles: [], test: false, sessionHash: null, sessionId: null, address: '' })

function judge({ keys, cipher, market }: InboxDeps, { memberId }: JabberAddress, ownSecret: Buffer | null, reading: Reading): Verdict {
  if ('wrong' in reading) return { kind: 'say', body: wrongText(reading) }
  const { command, key } = reading
  if (key === null) return { kind: 'do', command, keyId: null }
  try {
    if (!market.traders.get(memberId)?.active) return { kind: 'silence' }
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

/** Of what is refused nothing is kept: its parts may be in the wrong place, and the key one of them. */
function incomingOf(account: string, address: JabberAddress, message: XmppMessage, verdict: Verdict): Incoming {
  const command = verdict.kind === 'do' ? verdict.command : null
  return {
    account,
    address,
    // Where the server gives none nothing tells two copies of a message from two that are alike; an order is known again by its reference.
    stanzaId: message.archiveId ?? `none:${randomUUID()}`,
    archiveId: message.archiveId,
    command: { ...command },
    reffclient: command !== null && 'order' in command ? command.order.reffclient : null,
    sentAt: message.sentAt,
    keyId: verdict.kind === 'do' ? verdict.keyId : null,
  }
}

/** In the transaction in which the message is kept. */
async function settleNow(tx: Tx, deps: InboxDeps, address: JabberAddress, verdict: Verdict): Promise<Settled> {
  if (verdict.kind === 'silence') return { unheardSeconds: silenceSeconds, reply: null }
  const seconds = await roomForCommand(tx, address, deps.settings.get('jabber.commandsPerMinute'))
  if (seconds > 0) return { unheardSeconds: seconds, reply: (await firstRefusal(tx, address)) ? { body: tooManyText(seconds) } : null }
  if (verdict.kind === 'do') return 'carry out'
  return verdict.kind === 'say' ? { body: verdict.body } : { body: await wrongKey(tx, deps, address) }
}

async function wrongKey(tx: Tx, { audit, outbox, log }: InboxDeps, address: JabberAddress): Promise<string> {
  const { id, memberId, jid } = address
  const silenced = await countWrongKey(tx, address)
  const by = { memberId, sessionId: null, address: '' }
  // Of its own: it is told within limits, and must not wait in this transaction.
  tx.afterCommit(() => {
    audit
      .noteRefused({ event: 'jabber.refused', by, subject: id, after: { jid, silenced } })
      .catch((error: unknown) => log.warn({ err: error }, 'a wrong key by Jabber was not noted'))
  })
  if (!silenced) return wrongKeyText
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  await outbox.mail(tx, { memberId, email }, jabberIdSilenced(jid, jabberWrongKeysMax))
  return silencedText
}
