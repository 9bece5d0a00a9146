import { dotted, rupiahText } from '@lapak/contract/money'
import { linesPerPage } from '@lapak/contract/offers'
import { Alert, Pagination, Stack, Text } from '@mantine/core'
import { stockText } from '#features/offers/offer-words.ts'
import type { OfferLine, OfferPreview } from '#features/offers/offers.api.ts'
import classes from '#features/offers/offers.module.css'
import { Facts } from '#ui/facts.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'

interface PreviewProps {
  of: OfferPreview
  /** From 0. */
  page: number
  onPage: (page: number) => void
}

/** What a change of many does, line by line, before it is done. */
export function PlanPreview({ of, page, onPage }: PreviewProps) {
  const { found, added, changed, unchanged, refused, belowcost, lines } = of
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
      {belowcost > 0 && (
        <Alert color="orange" title={`${dotted(belowcost)} dijual di bawah modal`}>
          Boleh disimpan; periksa dulu harganya.
        </Alert>
      )}
      {lines.length > 0 && (
        <RowList aria-label="Pratinjau perubahan">
          {lines.map((line) => (
            <Line key={`${line.line} ${line.productcode}`} line={line} />
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

function Line({ line }: { line: OfferLine }) {
  const { line: place, productcode, productname, before, reason, belowcost } = line
  return (
    <Row>
      <Text size="sm" fw={600}>
        {place !== null && `Baris ${place}: `}
        {productcode} {productname}
      </Text>
      {reason !== null && <span className={classes.below}>{reason}</span>}
      <RowFacts>
        {before === null && line.after !== null && <span>Produk baru</span>}
        {changesIn(line).map((change) => (
          <span key={change}>{change}</span>
        ))}
        {belowcost && <span className={classes.below}>Di bawah modal</span>}
      </RowFacts>
    </Row>
  )
}

type Values = NonNullable<OfferLine['after']>
const onOff = (on: string, off: string) => (value: boolean) => (value ? on : off)
const promoText = (price: bigint) => (price === 0n ? 'tanpa' : rupiahText(price))

const words: { [Name in keyof Values]: [title: string, text: (value: Values[Name]) => string] } = {
  sellprice: ['Harga jual', rupiahText],
  discount: ['Promo', promoText],
  buyprice: ['Harga beli', rupiahText],
  kodesupplier: ['Kode suplier', (code) => code],
  kodecek: ['Kode cek nama', (code) => code ?? 'tanpa'],
  stok: ['Stok', stockText],
  status: ['Status', onOff('Buka', 'Tutup')],
  gangguan: ['Gangguan', onOff('Ya', 'Tidak')],
  cutoffawal: ['Cut-off awal', (time) => time ?? '–'],
  cutoffakhir: ['Cut-off akhir', (time) => time ?? '–'],
}

/** 'Harga jual Rp 10.500 → Rp 11.000'; of a new product only what it begins with. */
function changesIn({ before, after }: OfferLine): string[] {
  if (after === null) return []
  return (Object.keys(words) as (keyof Values)[]).flatMap((name) => {
    const [title, text] = words[name] as [string, (value: unknown) => string]
    if (before === null) return [`${title} ${text(after[name])}`]
    return before[name] === after[name] ? [] : [`${title} ${text(before[name])} → ${text(after[name])}`]
  })
}
