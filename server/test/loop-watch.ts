import { writeFileSync } from 'node:fs'

/**
 * Loaded into a Lapak process (`--import`) in addition to the program. Measures the longest task of its event loop, in CPU time, which does not
 * depend on the load of the machine, and the CPU time of all its threads. Each SIGUSR2 writes the two values to the file LOOP_WATCH and resets them.
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
