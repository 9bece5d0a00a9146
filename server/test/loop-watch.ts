import { writeFileSync } from 'node:fs'

/**
 * Loaded into a Lapak of its own (`--import`), beside the program: the longest that its event loop did one thing, in processor time, which a busy machine does not
 * lengthen, and the processor time of all its threads. Each SIGUSR2 writes both to the file LOOP_WATCH and begins anew.
 */
let longestMs = 0
let since = process.threadCpuUsage()
let allSince = process.cpuUsage()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(since)
  since = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (user + system) / 1_000)
}, 1).unref()

process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage(allSince)
  writeFileSync(process.env.LOOP_WATCH ?? '', `${longestMs} ${(user + system) / 1_000}`)
  longestMs = 0
  allSince = process.cpuUsage()
})
