/*
 * In every worker of the tests: it ends with the run, also in the middle of a test. One that nobody hears any more went on for as long as its
 * test may take. It looks, since whoever listens for the end of the connection keeps a worker from ending by itself; and Vitest has taken
 * `process.exit` away.
 */
const everyMs = 2_000
const watched = Symbol.for('lapak.ends-with-run')

if (!Object.hasOwn(globalThis, watched)) {
  Object.defineProperty(globalThis, watched, { value: true })
  setInterval(() => process.connected || process.kill(process.pid, 'SIGKILL'), everyMs).unref()
}
