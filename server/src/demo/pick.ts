/** A number in [0, 1) that depends only on the name, so that the demo is the same every time. */
export function pseudoRandom(name: string): number {
  // FNV-1a with murmur3's finaliser; without it, names that differ only in their last character give neighbouring numbers.
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number from `low` to `high`, both included. */
export function pickInt(name: string, low: number, high: number): number {
  return low + Math.floor(pseudoRandom(name) * (high - low + 1))
}
