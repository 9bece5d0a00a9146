/*
 * In every worker of the tests: it ends with the run, also in the middle of a test. One that nobody hears any more went on for as long as its
 * test may take. Vitest has taken `process.exit` away.
 */
if (process.listenerCount('disconnect') === 0) process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
