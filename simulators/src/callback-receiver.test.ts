import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { type CallbackReceiver, startCallbackReceiver } from './callback-receiver.ts'

let receiver: CallbackReceiver
afterEach(() => receiver?.close())

const key = 'a secret of twenty-four bytes'
const secret = `whsec_${Buffer.from(key).toString('base64')}`

function post(url: string, body: string, by = { key, at: Date.now() }): Promise<Response> {
  const timestamp = Math.floor(by.at / 1000).toString()
  const signature = createHmac('sha256', by.key).update(`msg_1.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${btoa('other')} v1,${signature}` }
  return fetch(url, { method: 'POST', body, headers })
}

test('a buyer stores the raw callbacks that it receives, and verifies their signatures', async () => {
  receiver = await startCallbackReceiver({ secret })
  expect((await post(`${receiver.url}/cb?x=1`, '{"status":"Sukses"}')).status).toBe(200)
  await post(receiver.url, '{}', { key: 'somebody else', at: Date.now() })
  await post(receiver.url, '{}', { key, at: Date.now() - 10 * 60_000 })
  expect(receiver.received.map(({ path, body, verified }) => ({ path, body, verified }))).toEqual([
    { path: '/cb?x=1', body: '{"status":"Sukses"}', verified: true },
    { path: '/', body: '{}', verified: false },
    // A callback with an old timestamp may be a replay, so it is not verified.
    { path: '/', body: '{}', verified: false },
  ])
  const shown = (await (await fetch(`${receiver.url}/__received`)).json()) as { count: number }
  expect(shown.count).toBe(3)
})

test('a buyer misbehaves as often as configured', async () => {
  receiver = await startCallbackReceiver()
  receiver.misbehave({ status: 500, times: 2 })
  expect([(await post(receiver.url, '')).status, (await post(receiver.url, '')).status, (await post(receiver.url, '')).status]).toEqual([
    500, 500, 200,
  ])
  await fetch(`${receiver.url}/__script?status=410`)
  expect([(await post(receiver.url, '')).status, (await post(receiver.url, '')).status]).toEqual([410, 410])
  receiver.misbehave({ delayMs: 50 })
  const began = performance.now()
  await post(receiver.url, '')
  expect(performance.now() - began).toBeGreaterThan(45)
})

test('simulators in a child process print their URLs and end with their parent process', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const credentials = { userId: 'PA0001', pin: '4321', username: 'pasar', password: 'rahasia' }
  const config = JSON.stringify({ suppliers: [{ kind: 'irs', credentials }], receivers: [{}] })
  for (const leave of ['stdin', 'SIGTERM']) {
    const child = spawn(process.execPath, [main, config], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const ready = JSON.parse(line.toString()) as { suppliers: { url: string }[]; receivers: { url: string }[] }
    expect((await fetch(`${ready.suppliers[0]?.url}/__orders`)).status).toBe(200)
    const exited = once(child, 'exit')
    if (leave === 'stdin') child.stdin.end()
    else child.kill('SIGTERM')
    expect((await exited)[0]).toBe(0)
  }
})
