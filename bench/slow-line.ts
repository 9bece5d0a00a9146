/* A relay that simulates a slow line to a server of this machine. DevTools' own throttling (the Network domain) would slow the browser down. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface Speed {
  /** Round-trip latency, from a request to its answer. */
  latencyMs: number
  /** Bytes per second in each direction, shared by all connections. */
  downPerSecond: number
  upPerSecond: number
}

export interface SlowLine {
  port: number
  /** Closes all connections, so that the next opening of a screen cannot reuse one. */
  cut(): void
  close(): void
}

const packet = 1460

/** One direction of the line. It delivers packets one after the other, in the order in which they arrived, over all connections. */
function link(bytesPerSecond: number, laterMs = 0) {
  let freeAt = 0
  // Timers that are due in the same millisecond may fire in any order, so each timer delivers the next packet of the queue.
  const waiting: (() => void)[] = []
  const queue = (give: () => void, bytes: number) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1000
    waiting.push(give)
    setTimeout(() => waiting.shift()?.(), Math.max(0, freeAt + laterMs - performance.now()))
  }
  return {
    transmit(data: Buffer, to: Socket) {
      for (let at = 0; at < data.length; at += packet) {
        const part = data.subarray(at, at + packet)
        queue(() => to.writable && to.write(part), part.length)
      }
    },
    end: (to: Socket) => queue(() => to.end(), 0),
  }
}

export async function slowLine(to: number, { latencyMs, downPerSecond, upPerSecond }: Speed): Promise<SlowLine> {
  const [down, up] = [link(downPerSecond), link(upPerSecond, latencyMs)]
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (phone) => {
    const there = connect({ port: to, host: '127.0.0.1', noDelay: true })
    for (const [one, other, way] of [
      [phone, there, up],
      [there, phone, down],
    ] as const) {
      open.add(one)
      one.on('data', (data) => way.transmit(data, other))
      one.on('end', () => way.end(other))
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close() {
      server.close()
      cut()
    },
  }
}
