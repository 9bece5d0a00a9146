/*
 * Simulates the browsers of members: opens a realtime connection for every token in a file, and records when each event was received. Started by
 * sockets.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'

export interface PagesAsk {
  address: string
  /** Members' tokens; each opens one connection. */
  tokens: string[]
  /** The file for the received events. It is written when this program receives the signal to end. */
  heard: string
}

export interface Heard {
  /** Id and state of a purchase, and the millisecond at which its buyer's browser received the event. */
  purchases: [id: number, transactionrc: number, at: number][]
  /** The number of received events of all browsers, by event name. */
  events: Record<string, number>
  /** The number of connections that broke while the program was running. */
  broken: number
}

/** The number of connections that log on at the same time. It is below the limit of unauthenticated connections per network. */
const atOnce = 40

const { address, tokens, heard: file } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as PagesAsk
const heard: Heard = { purchases: [], events: {}, broken: 0 }
const sockets: Socket[] = []
const now = () => performance.timeOrigin + performance.now()

function open(token: string): Promise<void> {
  const socket = io(address, { transports: ['websocket'], forceNew: true, reconnection: false })
  sockets.push(socket)
  return new Promise((resolve, reject) => {
    socket.once('needlogon', () => socket.emit('logon', { token }))
    socket.once('logonok', () => resolve())
    socket.once('connect_error', reject)
    socket.on('disconnect', () => {
      heard.broken += 1
      reject(new Error('a line was ended while it signed on'))
    })
    socket.onAny((event: string, data: { id: number; transactionrc: number }) => {
      heard.events[event] = (heard.events[event] ?? 0) + 1
      if (event === 'trxupdate') heard.purchases.push([data.id, data.transactionrc, now()])
    })
  })
}

const waiting = [...tokens]
async function openOneByOne() {
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await open(token)
}
await Promise.all(Array.from({ length: atOnce }, openOneByOne))
process.stdout.write(`${JSON.stringify({ connected: sockets.filter(({ connected }) => connected).length })}\n`)

/** Waits until no more events arrive, at most 15 seconds. */
async function quiet() {
  let last = -1
  for (let looks = 0; looks < 15 && last !== heard.purchases.length; looks += 1) {
    last = heard.purchases.length
    await sleep(1000)
  }
}

process.on('SIGTERM', async () => {
  await quiet()
  writeFileSync(file, JSON.stringify(heard))
  process.exit(0)
})
