import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

interface Log {
  error(details: unknown, message: string): void
}

/** A listening connection is idle, so PostgreSQL answers within this time or not at all. */
const listensWithinMs = 2_000

/**
 * Interval of the liveness check. A listening connection sends nothing by itself, so a silently broken connection is found only by this check, the
 * second time.
 */
const looksEveryMs = 10_000
const connectsWithinMs = 10_000

/** The connection for LISTEN. */
export class Listener {
  readonly #url: string
  readonly #log: Log
  readonly #heard = new Map<string, ((payload: string) => void)[]>()
  readonly #again: (() => void)[] = []
  #client: pg.Client | null = null
  #hears = false
  #asking: Promise<boolean> | null = null
  #connecting: Promise<void> = Promise.resolve()
  #soon: NodeJS.Timeout | null = null
  readonly #looking: NodeJS.Timeout
  #unanswered: pg.Client | null = null
  #closed = false

  constructor(url: string, log: Log, everyMs = looksEveryMs) {
    this.#url = url
    this.#log = log
    this.#looking = setInterval(() => this.#look(), everyMs).unref()
  }

  async listen(channel: string, heard: (payload: string) => void) {
    const known = this.#heard.get(channel)
    if (known) {
      known.push(heard)
      return
    }
    this.#heard.set(channel, [heard])
    if (this.#client) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`)
    else await this.#connect()
  }

  onListeningAgain(act: () => void) {
    this.#again.push(act)
  }

  async isListening(): Promise<boolean> {
    const client = this.#client
    if (client === null || !this.#hears) return false
    // Concurrent callers share one query, so that they do not pile up on a dead connection.
    this.#asking ??= client
      .query('select')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#asking = null
      })
    const answers = await Promise.race([this.#asking, pause(listensWithinMs, false, { ref: false })])
    return answers && this.#client === client
  }

  /** Destroys a connection that has not answered since the last check; it is then handled like any broken connection. */
  #look() {
    const client = this.#client
    if (client === null) return
    if (this.#unanswered === client) return void client.connection.stream.destroy()
    this.#unanswered = client
    const answered = () => {
      this.#unanswered = null
    }
    client.query('select').then(answered, () => undefined)
  }

  async #connect() {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lapak-listen',
      keepAlive: true,
      connectionTimeoutMillis: connectsWithinMs,
    })
    client.on('notification', (message) => {
      for (const heard of this.#heard.get(message.channel) ?? []) heard(message.payload ?? '')
    })
    let broken = false
    client.on('error', (error) => {
      // A lost connection is reported twice: by the server's error and by the end of the connection.
      if (broken) return
      broken = true
      this.#log.error({ err: error }, 'LISTEN connection lost')
      if (this.#client === client) this.#client = null
      this.#hears = false
      this.#reconnectSoon()
    })
    await client.connect()
    if (this.#closed) return client.end()
    this.#client = client
    for (const channel of this.#heard.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    this.#hears = this.#client === client
  }

  /** Schedules a single reconnection, however often the loss is reported. */
  #reconnectSoon() {
    if (this.#closed || this.#soon !== null) return
    this.#soon = setTimeout(() => {
      this.#soon = null
      if (!this.#closed) this.#connecting = this.#reconnect()
    }, 1000).unref()
  }

  async #reconnect() {
    try {
      await this.#connect()
    } catch {
      return this.#reconnectSoon()
    }
    if (!this.#closed) for (const act of this.#again) act()
  }

  async close() {
    this.#closed = true
    clearInterval(this.#looking)
    await this.#connecting
    await this.#client?.end().catch(() => undefined)
  }
}
