export type TermsTextBlock = { kind: 'heading'; text: string } | { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] }

/** Parses the terms, whose format is defined in `contract/terms.ts`: each line is one block, and consecutive list items form one list. */
export function parseTerms(content: string): TermsTextBlock[] {
  const blocks: TermsTextBlock[] = []
  for (const line of content.split('\n').map((text) => text.trim())) {
    const last = blocks.at(-1)
    if (line.startsWith('# ')) blocks.push({ kind: 'heading', text: line.slice(2).trim() })
    else if (line.startsWith('- ') && last?.kind === 'list') last.items.push(line.slice(2).trim())
    else if (line.startsWith('- ')) blocks.push({ kind: 'list', items: [line.slice(2).trim()] })
    else if (line) blocks.push({ kind: 'paragraph', text: line })
  }
  return blocks
}
