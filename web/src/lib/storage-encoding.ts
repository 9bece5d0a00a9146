/* Encodes amounts of money (bigint) and times (Date), which JSON does not support, for the storage of this browser. */

export const decodeFromStorage = (_name: string, value: unknown) => {
  if (typeof value !== 'object' || value === null) return value
  if ('$money' in value) return BigInt(value.$money as string)
  return '$moment' in value ? new Date(value.$moment as number) : value
}

export function encodeForStorage(value: unknown): unknown {
  if (typeof value === 'bigint') return { $money: value.toString() }
  if (value instanceof Date) return { $moment: value.getTime() }
  if (Array.isArray(value)) return value.map(encodeForStorage)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, encodeForStorage(part)]))
}
