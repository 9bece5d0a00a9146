import { dotted } from '@lapak/contract/shared/money'
import { linesPerPage } from '@lapak/contract/shared/wire'
import { Alert, Pagination, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Facts } from '#ui/facts.tsx'
import classes from '#ui/lines-preview.module.css'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

interface PreviewLine {
  /** The line number in the file; null without a file. */
  line: number | null
  productcode: string
  before: object | null
  after: object | null
  reason: string | null
}

interface LinesPreviewProps<Line extends PreviewLine> {
  of: { found: number; added: number; changed: number; unchanged: number; refused: number; lines: readonly Line[] }
  /** The accessible name of the list. */
  label: string
  /** A notice above the list. */
  notice: ReactNode
  nameOf: (line: Line) => string | undefined
  changesOf: (line: Line) => string[]
  /** A warning about a line that is accepted nevertheless; null if there is no warning. */
  doubtOf?: (line: Line) => string | null
  /** Zero-based. */
  page: number
  onPage: (page: number) => void
}

/** Preview of a bulk change, line by line. */
export function LinesPreview<Line extends PreviewLine>({ of, label, notice, page, onPage, ...words }: LinesPreviewProps<Line>) {
  const { found, added, changed, unchanged, refused, lines } = of
  const pages = Math.ceil((added + changed + refused) / linesPerPage)
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Diperiksa', value: dotted(found) },
          { label: 'Ditambahkan', value: added > 0 ? dotted(added) : null },
          { label: 'Berubah', value: dotted(changed) },
          { label: 'Tidak berubah', value: dotted(unchanged) },
        ]}
      />
      {refused > 0 && (
        <Alert color="red" title={`${dotted(refused)} tidak dapat disimpan`}>
          Semua disimpan sekaligus atau tidak sama sekali. Yang ditolak tampil paling atas dengan alasannya.
        </Alert>
      )}
      {notice}
      {lines.length > 0 && (
        <RowList aria-label={label}>
          {lines.map((line) => (
            <LineRow key={`${line.line} ${line.productcode}`} line={line} {...words} />
          ))}
        </RowList>
      )}
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page + 1}
          onChange={(next) => onPage(next - 1)}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Halaman berikutnya' : 'Halaman sebelumnya' })}
        />
      )}
    </Stack>
  )
}

type LineRowProps<Line extends PreviewLine> = Pick<LinesPreviewProps<Line>, 'nameOf' | 'changesOf' | 'doubtOf'> & { line: Line }

function LineRow<Line extends PreviewLine>({ line, nameOf, changesOf, doubtOf }: LineRowProps<Line>) {
  const { line: place, productcode, before, after, reason } = line
  const doubt = doubtOf?.(line) ?? null
  return (
    <Row>
      <Text size="sm" fw={600}>
        {place !== null && `Baris ${place}: `}
        {productcode} {nameOf(line)}
      </Text>
      {reason !== null && <span className={classes.wrong}>{reason}</span>}
      <RowFacts>
        {before === null && after !== null && <span>Produk baru</span>}
        {changesOf(line).map((change) => (
          <span key={change}>{change}</span>
        ))}
        {doubt !== null && <span className={classes.wrong}>{doubt}</span>}
      </RowFacts>
    </Row>
  )
}

/** The label and the text of each field. A null text leaves the field out, for example for a new product. */
export type FieldLabels<Values> = { [Name in keyof Values]: [title: string, text: (value: Values[Name], isNew: boolean) => string | null] }

/** The changed fields as texts, for example 'Harga jual Rp 10.500 → Rp 11.000'; for a new product, its initial values. */
export function changedFields<Values extends object>(
  words: FieldLabels<Values>,
  { before, after }: { before: Values | null; after: Values | null },
): string[] {
  if (after === null) return []
  return (Object.keys(words) as (keyof Values)[]).flatMap((name) => {
    const [title, text] = words[name]
    const now = text(after[name], before === null)
    if (before === null) return now === null ? [] : [`${title} ${now}`]
    return before[name] === after[name] ? [] : [`${title} ${text(before[name], false)} → ${now}`]
  })
}
