/* A slow line to a server of this machine, as a relay: a browser that is looked at by DevTools' Network domain is slower by the looking. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface Speed {
  /** From a question to its answer. */
  latencyMs: number
  /** All connections together, each way. */
  downPerSecond: number
  upPerSecond: number
}

export interface SlowLine {
  port: number
  /** Ends all connections, so that nothing of one opening serves the next. */
  cut(): void
  close(): void
}

const packet = 1460

/** Gives out what it is given in the order in which it came, one packet after the other. */
function lane(bytesPerSecond: number) {
  let freeAt = 0
  return (data: Buffer, give: (part: Buffer) => void) => {
    for (let at = 0; at < data.length; at += packet) {
      const part = data.subarray(at, at + packet)
      freeAt = Math.max(freeAt, performance.now()) + (part.length / bytesPerSecond) * 1000
      setTimeout(() => give(part), freeAt - performance.now())
    }
  }
}

export async function slowLine(to: number, { latencyMs, downPerSecond, upPerSecond }: Speed): Promise<SlowLine> {
  const [down, up] = [lane(downPerSecond), lane(upPerSecond)]
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (phone) => {
    const there = connect({ port: to, host: '127.0.0.1', noDelay: true })
    const write = (socket: Socket) => (part: Buffer) => void (socket.writable && socket.write(part))
    phone.on('data', (data) => up(data, (part) => setTimeout(write(there), latencyMs, part)))
    there.on('data', (data) => down(data, write(phone)))
    for (const [one, other] of [
      [phone, there],
      [there, phone],
    ] as const) {
      open.add(one)
      // What is still on its way arrives first.
      one.on('end', () => setTimeout(() => other.end(), 3 * latencyMs))
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
