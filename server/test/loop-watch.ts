import { writeFileSync } from 'node:fs'

/**
 * Loaded into a Lapak of its own (`--import`), beside the program: the longest that its event loop did one thing, in processor time, which a busy machine does not
 * lengthen. Each SIGUSR2 writes it to the file LOOP_WATCH and begins anew.
 */
let longestMs = 0
let since = process.threadCpuUsage()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(since)
  since = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (user + system) / 1_000)
}, 1).unref()

process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_WATCH ?? '', `${longestMs}`)
  longestMs = 0
})
