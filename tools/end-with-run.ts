/*
 * Loaded in every test worker. It ends the worker when the test run ends, even in the middle of a test. Otherwise an orphaned worker would continue
 * until the timeout of its test. It polls, because a listener for the disconnect would prevent a worker from ending by itself, and Vitest has
 * replaced `process.exit`.
 */
const everyMs = 2_000
const watched = Symbol.for('lapak.ends-with-run')

if (!Object.hasOwn(globalThis, watched)) {
  Object.defineProperty(globalThis, watched, { value: true })
  setInterval(() => process.connected || process.kill(process.pid, 'SIGKILL'), everyMs).unref()
}
