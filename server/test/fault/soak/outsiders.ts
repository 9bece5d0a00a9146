import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Behaviour } from '@lapak/simulators/behaviours'
import type { FromOutside, OutsideOptions, Sold, ToOutside } from './outside.ts'

export interface Outsiders {
  sellers: { url: string; templates: Record<string, string> }[]
  receiver: string
  /**
   * The number of orders that suppliers accepted, the number of received callbacks, and the memory of their process; at most a quarter of a second
   * old.
   */
  readonly now: { taken: number; heard: number; megabytes: number }
  script(seller: number, target: string, behaviour: Behaviour): void
  calm(): void
  /** All records of suppliers and buyers; rows arrive in batches. */
  report(keep: (rows: Sold[]) => Promise<void>): Promise<Heard>
  stop(): Promise<void>
}

export interface Heard {
  states: Uint8Array
  /** Callbacks with a wrong signature, and callbacks without a matching order. */
  unsigned: number
  strange: number
}

export async function startOutsiders(options: OutsideOptions): Promise<Outsiders> {
  const program = fileURLToPath(new URL('outside.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(options)], { execArgv: ['--max-old-space-size=6000'] })
  const gone = once(child, 'exit')
  let now = { taken: 0, heard: 0, megabytes: 0 }
  child.on('message', (message: FromOutside) => {
    if (message.is === 'count') now = message
  })
  const ready = await Promise.race([messageOf(child, 'ready'), gone])
  if (!('sellers' in ready)) throw new Error(`the outsiders ended with ${ready[0]} before they were ready`)
  const say = (message: ToOutside) => void child.send(message, () => undefined)
  return {
    sellers: ready.sellers,
    receiver: ready.receiver,
    get now() {
      return now
    },
    script: (seller, target, behaviour) => say({ do: 'script', seller, target, behaviour }),
    calm: () => say({ do: 'calm' }),
    async report(keep) {
      let kept = Promise.resolve()
      child.on('message', (message: FromOutside) => {
        if (message.is === 'sold') kept = kept.then(() => keep(message.rows))
      })
      const heard = messageOf(child, 'heard')
      const reported = messageOf(child, 'told')
      say({ do: 'tell' })
      await reported
      await kept
      const { states, ...rest } = await heard
      return { ...rest, states: Buffer.from(states, 'base64') }
    },
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

function messageOf<Is extends FromOutside['is']>(child: ChildProcess, is: Is): Promise<Extract<FromOutside, { is: Is }>> {
  return new Promise((resolve) => {
    const look = (message: FromOutside) => {
      if (message.is !== is) return
      child.off('message', look)
      resolve(message as Extract<FromOutside, { is: Is }>)
    }
    child.on('message', look)
  })
}
