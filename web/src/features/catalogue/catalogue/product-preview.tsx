import { type ProductLine, type ProductPreview, productTypes } from '@lapak/contract/catalogue/catalogue.admin'
import { dotted } from '@lapak/contract/shared/money'
import { openWords } from '#features/catalogue/catalogue/admin-labels.tsx'
import { ClosingEffects } from '#features/catalogue/catalogue/closing-notice.tsx'
import { changesIn, type FieldWords, LinesPreview } from '#ui/lines-preview.tsx'

interface PreviewProps {
  of: ProductPreview
  /** From 0. */
  page: number
  onPage: (page: number) => void
}

/** What a file does, line by line, before it is done. */
export function ProductPreviewList({ of, ...paging }: PreviewProps) {
  const { closing } = of
  return (
    <LinesPreview
      of={of}
      label="Pratinjau katalog"
      notice={closing.products > 0 && <ClosingEffects of={closing} title={`File ini menutup ${dotted(closing.products)} produk`} />}
      nameOf={({ before, after }) => (after ?? before)?.productname}
      changesOf={(line) => changesIn(words, line)}
      {...paging}
    />
  )
}

const words: FieldWords<NonNullable<ProductLine['after']>> = {
  productname: ['Nama', (name) => name],
  brandname: ['Brand', (name) => name],
  categoryname: ['Kategori', (name) => name],
  producttype: ['Tipe', (type) => productTypes[type]],
  denom: ['Denom', dotted],
  status: ['Status', (open) => (open ? openWords.open : openWords.closed)],
  berupakode: ['Berupa kode', (isCode) => (isCode ? 'Ya' : 'Tidak')],
  description: ['Keterangan', (text, isNew) => text ?? (isNew ? null : 'tanpa')],
}
