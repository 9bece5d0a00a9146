import type { ComparedProduct } from '@lapak/contract/catalogue/catalogue'
import classes from '#features/catalogue/catalogue/saving.module.css'
import { shorterName } from '#lib/short-name.ts'
import { Rupiah } from '#ui/money.tsx'

/** How much the buyer saves with the cheapest price, compared with the current route of this product. */
export function Saving({ of: { hemat, rute } }: { of: Pick<ComparedProduct, 'hemat' | 'rute'> }) {
  if (!rute) return null
  return (
    <p className={classes.saving} title={`Pesanan dari daftar Anda sekarang lewat ${rute.sellername}`}>
      {hemat > 0n && (
        <strong>
          Hemat <Rupiah of={hemat} />
        </strong>
      )}
      <span>
        Rute Anda: {shorterName(rute.sellername)}, <Rupiah of={rute.price} />
      </span>
    </p>
  )
}
