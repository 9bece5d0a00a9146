import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Selects an answer of the database: to a message that contains `asked`, on a connection that has sent `after` before. */
export interface Which {
  after?: string
  asked: string
  answered: RegExp
}

/** A proxy to the database that loses or delays answers after the database has executed the request. */
export interface Wire {
  url: string
  /** Closes the connection instead of sending the answer; resolves when this has happened. */
  lose(which: Which): Promise<void>
  /** Delays the answer; resolves when the answer has arrived at the proxy, with a function that passes it on. */
  hold(which: Which): Promise<() => void>
  /** Drops all data on existing connections without closing them, like a firewall that lost its state. New connections work. */
  hush(): void
  close(): Promise<void>
}

interface Trap {
  which: Which
  caught(pass: () => void, cut: () => void): void
}

export async function openWire(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let trap: Trap | null = null
  let hushed = new WeakSet<Socket>()

  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname)
    const cut = () => {
      client.destroy()
      database.destroy()
    }
    let marked = false
    let asked = false
    client.on('data', (bytes: Buffer) => {
      if (hushed.has(client)) return
      const text = bytes.toString('latin1')
      if (trap?.which.after && text.includes(trap.which.after)) marked = true
      asked = trap !== null && (marked || !trap.which.after) && text.includes(trap.which.asked)
      database.write(bytes)
    })
    database.on('data', (bytes: Buffer) => {
      if (hushed.has(database)) return
      const pass = () => void client.write(bytes)
      if (trap === null || !asked || !trap.which.answered.test(bytes.toString('latin1'))) return pass()
      const { caught } = trap
      trap = null
      caught(pass, cut)
    })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const catching = <Caught>(which: Which, caught: (pass: () => void, cut: () => void) => Caught) =>
    new Promise<Caught>((resolve) => {
      trap = { which, caught: (pass, cut) => resolve(caught(pass, cut)) }
    })
  return {
    url: url.href,
    lose: (which) => catching(which, (_, cut) => cut()),
    hold: (which) => catching(which, (pass) => pass),
    hush() {
      hushed = new WeakSet(sockets)
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}
