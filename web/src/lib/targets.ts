/** `081234567890` → `0812 3456 7890`; what is not a plain number stays as it is. */
export const inFours = (target: string): string => (/^\d{5,}$/.test(target) ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target)

/** What people paste as a number: `+62 812-3456.7890` → `081234567890`. Other targets (game ids, e-mails) are only trimmed. */
export function cleanTarget(text: string): string {
  if (!/^[\s\d+().-]*$/.test(text)) return text.trimStart()
  return text
    .replace(/[\s().-]/g, '')
    .replace(/^\+62/, '0')
    .replaceAll('+', '')
}
