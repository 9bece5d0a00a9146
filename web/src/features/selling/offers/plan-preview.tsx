import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { Alert } from '@mantine/core'
import { stockText } from '#features/selling/offers/offer-labels.ts'
import type { OfferLine, OfferPreview } from '#features/selling/offers/offers.api.ts'
import { changedFields, type FieldLabels, LinesPreview } from '#ui/lines-preview.tsx'

interface PreviewProps {
  of: OfferPreview
  /** Zero-based. */
  page: number
  onPage: (page: number) => void
}

/** Preview of a bulk change, line by line. */
export function PlanPreview({ of, ...paging }: PreviewProps) {
  const { belowcost } = of
  return (
    <LinesPreview
      of={of}
      label="Pratinjau perubahan"
      notice={
        belowcost > 0 && (
          <Alert color="orange" title={`${dotted(belowcost)} dijual di bawah modal`}>
            Boleh disimpan; periksa dulu harganya.
          </Alert>
        )
      }
      nameOf={({ productname }) => productname}
      changesOf={(line) => changedFields(words, line)}
      doubtOf={(line) => (line.belowcost ? 'Di bawah modal' : null)}
      {...paging}
    />
  )
}

const onOff = (on: string, off: string) => (value: boolean) => (value ? on : off)
const promoText = (price: bigint) => (price === 0n ? 'tanpa' : rupiahText(price))

const words: FieldLabels<NonNullable<OfferLine['after']>> = {
  sellprice: ['Harga jual', (price) => rupiahText(price)],
  discount: ['Promo', promoText],
  buyprice: ['Harga beli', (price) => rupiahText(price)],
  kodesupplier: ['Kode suplier', (code) => code],
  kodecek: ['Kode cek nama', (code) => code ?? 'tanpa'],
  stok: ['Stok', (stock) => stockText(stock)],
  status: ['Status', onOff('Buka', 'Tutup')],
  gangguan: ['Gangguan', onOff('Ya', 'Tidak')],
  cutoffawal: ['Cut-off awal', (time) => time ?? '–'],
  cutoffakhir: ['Cut-off akhir', (time) => time ?? '–'],
}
