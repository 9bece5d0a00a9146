import type { TermsTextBlock } from '#features/system/terms/parse-terms.ts'

/** The terms in force about top-ups: the lists below the heading that mentions top-ups. */
export function selectTopUpTerms(blocks: TermsTextBlock[]): string[] {
  const begin = blocks.findIndex((block) => block.kind === 'heading' && /\bdeposit\b|\btopup\b/i.test(block.text))
  if (begin < 0) return []
  const after = blocks.slice(begin + 1)
  const end = after.findIndex(({ kind }) => kind === 'heading')
  return (end < 0 ? after : after.slice(0, end)).flatMap((block) => (block.kind === 'list' ? block.items : []))
}
