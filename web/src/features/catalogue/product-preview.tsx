import { linesPerPage, type ProductLine, type ProductPreview, productTypes } from '@lapak/contract/catalogue.admin'
import { dotted } from '@lapak/contract/money'
import { Alert, Pagination, Stack, Text } from '@mantine/core'
import { openWords } from '#features/catalogue/admin-words.tsx'
import classes from '#features/catalogue/catalogue-admin.module.css'
import { ClosingEffects } from '#features/catalogue/closing-notice.tsx'
import { Facts } from '#ui/facts.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

interface PreviewProps {
  of: ProductPreview
  /** From 0. */
  page: number
  onPage: (page: number) => void
}

/** What a file does, line by line, before it is done. */
export function ProductPreviewList({ of, page, onPage }: PreviewProps) {
  const { found, added, changed, unchanged, refused, closing, lines } = of
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
      {closing.products > 0 && <ClosingEffects of={closing} title={`File ini menutup ${dotted(closing.products)} produk`} />}
      {lines.length > 0 && (
        <RowList aria-label="Pratinjau katalog">
          {lines.map((line) => (
            <Line key={line.line} line={line} />
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

function Line({ line }: { line: ProductLine }) {
  const { line: place, productcode, before, after, reason } = line
  return (
    <Row>
      <Text size="sm" fw={600}>
        Baris {place}: {productcode} {(after ?? before)?.productname}
      </Text>
      {reason !== null && <span className={classes.wrong}>{reason}</span>}
      <RowFacts>
        {before === null && after !== null && <span>Produk baru</span>}
        {changesIn(line).map((change) => (
          <span key={change}>{change}</span>
        ))}
      </RowFacts>
    </Row>
  )
}

type Values = NonNullable<ProductLine['after']>

const words: { [Name in keyof Values]: [title: string, text: (value: Values[Name]) => string] } = {
  productname: ['Nama', (name) => name],
  brandname: ['Brand', (name) => name],
  categoryname: ['Kategori', (name) => name],
  producttype: ['Tipe', (type) => productTypes[type]],
  denom: ['Denom', dotted],
  status: ['Status', (open) => (open ? openWords.open : openWords.closed)],
  description: ['Keterangan', (text) => text ?? 'tanpa'],
}

/** 'Status Aktif → Non Aktif'; of a new product only what it begins with. */
function changesIn({ before, after }: ProductLine): string[] {
  if (after === null) return []
  return (Object.keys(words) as (keyof Values)[]).flatMap((name) => {
    const [title, text] = words[name] as [string, (value: unknown) => string]
    if (before === null) return after[name] === null ? [] : [`${title} ${text(after[name])}`]
    return before[name] === after[name] ? [] : [`${title} ${text(before[name])} → ${text(after[name])}`]
  })
}
