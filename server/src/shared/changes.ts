/** The fields of `after` that differ from `before`, or null if all fields are equal. Dates and buffers are not supported. */
export function changesOf<After extends Record<string, string | bigint | number | boolean | null>>(
  before: { [Name in keyof After]: After[Name] },
  after: After,
): Partial<After> | null {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value)
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<After>)
}
